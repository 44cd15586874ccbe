// Its matchers.
import '../testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useModalDialog } from './dialog';

function Dialog({ onClose }: { onClose: () => void }) {
  const ref = useModalDialog();
  return (
    <dialog ref={ref} aria-label="Box">
      <input aria-label="Text" autoFocus />
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

it('the focus returns to what opened the dialog', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog', { name: 'Box' })).toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});
