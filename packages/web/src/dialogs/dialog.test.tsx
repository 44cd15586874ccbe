import { fireEvent, render as renderPlain, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createAppStore } from '../store/create-app-store';
import { expectAccessible } from '../testing/expect-accessible';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';

const render = (dialog: ReactNode) =>
  renderPlain(dialog, {
    wrapper: ({ children }) => <Provider store={createAppStore()}>{children}</Provider>,
  });

it('closes by its button and by Escape, and leaves closing to its owner', async () => {
  const onClose = jest.fn();
  const { container } = render(
    <Dialog title="Entries" onClose={onClose}>
      <input type="file" aria-label="File" />
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Entries' });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(2);
  fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }));
  expect(onClose).toHaveBeenCalledTimes(2);
  await expectAccessible(container);
});

it('asks with its consequences; the focus is on Cancel, and a busy confirm does nothing', async () => {
  const onConfirm = jest.fn();
  const dialog = (busy: boolean) => (
    <ConfirmDialog
      title="Execute payroll?"
      summary={[['Persons', '12']]}
      confirmLabel="Execute payroll"
      busy={busy}
      onConfirm={onConfirm}
      onClose={() => undefined}
    />
  );
  const { rerender } = render(dialog(false));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Execute payroll' }));
  rerender(dialog(true));
  await userEvent.click(screen.getByRole('button', { name: 'Execute payroll' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('Enter confirms what was typed, as the button does: not before it is right, nor while it is busy', async () => {
  const onConfirm = jest.fn();
  const dialog = (busy: boolean) => (
    <ConfirmDialog
      title="Execute payroll?"
      summary={[]}
      typed="$1,200.50"
      confirmLabel="Execute payroll"
      busy={busy}
      onConfirm={onConfirm}
      onClose={() => undefined}
    />
  );
  const { rerender } = render(dialog(false));
  const field = screen.getByLabelText('Type “$1,200.50” to confirm');
  await userEvent.type(field, '1200.5{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  rerender(dialog(true));
  await userEvent.type(field, '0{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  rerender(dialog(false));
  await userEvent.type(field, '{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
