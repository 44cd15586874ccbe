import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '@testing-library/jest-dom';
import { useState } from 'react';
import { Button } from './button';

function Once({ onPress }: { onPress: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" disabled={busy} onClick={() => setBusy(true)}>
        Send
      </Button>
    </form>
  );
}

it('keeps the focus while it is disabled, and then neither presses nor submits', async () => {
  const user = userEvent.setup();
  const onPress = jest.fn();
  render(<Once onPress={onPress} />);
  const button = screen.getByRole('button', { name: 'Send' });
  button.focus();
  await user.keyboard('{Enter}');
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveClass('pd-disabled');
  await user.keyboard('{Enter}');
  await user.type(screen.getByLabelText('Name'), 'Ann{Enter}');
  expect(onPress).toHaveBeenCalledTimes(1);
});
