import { PASSWORD_RULE_TEXT } from '@partnerdesk/contracts';
import { screen } from '@testing-library/react';
import { renderApp } from '../testing';
import { Form } from './fields';
import { NewPasswordFields } from './new-password-fields';
import { useForm } from './use-form';

function Example() {
  const form = useForm({
    initial: { a: '', b: '' },
    validate: () => undefined,
    submit: async () => undefined,
  });
  return (
    <Form form={form} label="Example">
      <NewPasswordFields form={form} names={['a', 'b']} who="others" />
    </Form>
  );
}

it('shows the rule before somebody types, says how hard the password is to guess, and shows it on demand', async () => {
  const { user } = renderApp(<Example />);
  const field = screen.getByLabelText('New Password');
  expect(field).toHaveAccessibleDescription(PASSWORD_RULE_TEXT.others);
  await user.type(field, 'password1');
  expect(await screen.findByText('Strength: very weak')).toBeInTheDocument();
  await user.type(field, ' of a quiet morning');
  expect(await screen.findByText('Strength: strong')).toBeInTheDocument();
  expect(field).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Confirm New Password')).toHaveAttribute('type', 'text');
  expect(field).toHaveAttribute('type', 'text');
});

it('takes what is pasted, and names itself to password managers', async () => {
  const { user } = renderApp(<Example />);
  const field = screen.getByLabelText('Confirm New Password');
  await user.click(field);
  await user.paste('from a password manager');
  expect(field).toHaveValue('from a password manager');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
});
