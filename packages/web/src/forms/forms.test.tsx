import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { raiseAlert } from '../store/alerts.slice';
import { expectAccessible, failure, never, renderApp } from '../testing';
import { CheckField, Form, RadioField, SelectField, SubmitButton, TextAreaField, TextField } from './fields';
import { isEmail, requireFields } from './rules';
import { useForm } from './use-form';

const EMPTY = { name: '', email: '', note: '', kind: '', way: '', agreed: false };

const { useSaveThingMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    saveThing: build.mutation<unknown, typeof EMPTY>({
      query: (body) => ({ url: 'thing', method: 'POST', body }),
    }),
  }),
});

function ThingForm() {
  const [save] = useSaveThingMutation();
  const form = useForm({
    initial: EMPTY,
    validate: (values) => requireFields(values, ['name', 'email'], 'Please fill it in'),
    submit: (values) => save(values).unwrap(),
  });
  return (
    <Form form={form} label="Thing">
      <TextField form={form} name="name" label="Name" maxLength={5} required />
      <TextField form={form} name="email" label="Email" type="email" hint="We never share it" />
      <TextAreaField form={form} name="note" label="Note" />
      <SelectField form={form} name="kind" label="Kind" options={[{ value: '1', label: 'One' }]} />
      <RadioField form={form} name="way" label="Way" options={[{ value: 'a', label: 'A' }]} />
      <CheckField form={form} name="agreed" label="Agreed" />
      <SubmitButton submitting={form.submitting}>Save</SubmitButton>
    </Form>
  );
}

const field = (label: RegExp) => screen.getByLabelText(label);

async function fillIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(field(/Name/), 'Ada');
  await user.type(field(/Email/), 'ada@example.com');
}

it('says what is missing in an alert and beside the field, and goes to the first such field', async () => {
  const { user, calls } = renderApp(<ThingForm />);
  await user.type(field(/Name/), '   ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('status')).toHaveTextContent('Please fill it in');
  expect(field(/Name/)).toHaveFocus();
  expect(field(/Name/)).toHaveAccessibleDescription('Required');
  expect(field(/Email/)).toBeInvalid();
  expect(calls).toEqual([]);
});

it('takes blanks for a password, and for nothing else', () => {
  const values = { Password: '  ', name: '  ' };
  expect(requireFields(values, ['Password', 'name'], 'Please fill it in')?.fields).toEqual({
    name: 'Required',
  });
});

it('takes the error back once the field is changed', async () => {
  const { user } = renderApp(<ThingForm />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(field(/Email/), 'a');
  expect(field(/Email/)).not.toHaveAttribute('aria-invalid');
  expect(field(/Email/)).toHaveAccessibleDescription('We never share it');
});

it('submits by Enter', async () => {
  const { user, calls } = renderApp(<ThingForm />, { api: { 'POST /thing': () => true } });
  await fillIn(user);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
});

it('sends once, however often the button is pressed', async () => {
  let answer = (_: unknown) => {};
  const { user, calls } = renderApp(<ThingForm />, {
    api: { 'POST /thing': () => new Promise((resolve) => (answer = resolve)) },
  });
  await fillIn(user);
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls).toHaveLength(1));
  answer(true);
  await waitFor(() => expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'false'));
  expect(calls).toHaveLength(1);
});

it('keeps what was typed when the call fails, and can be sent again', async () => {
  let answers = [failure(503, 'unavailable'), true];
  const { user, calls } = renderApp(<ThingForm />, { api: { 'POST /thing': () => answers.shift() } });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const alert = await screen.findByText('Error occured. Please try again later');
  expect(alert).toHaveTextContent(/^Error occured/); // Said once: a second one would be counted before it.
  expect(field(/Name/)).toHaveValue('Ada');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  answers = [];
});

it('takes away the alerts of its last attempt, and no others, when it is sent again', async () => {
  const { user, store } = renderApp(<ThingForm />, { api: { 'POST /thing': never } });
  // An alert goes by itself some seconds after it is raised: this one not before a slow machine is done.
  jest.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 3_600_000);
  const elsewhere = raiseAlert('success', 'Saved elsewhere');
  act(() => void store.dispatch(elsewhere));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please fill it in')).toBeInTheDocument();
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.queryByText('Please fill it in')).not.toBeInTheDocument();
  expect(screen.getByText('Saved elsewhere')).toBeInTheDocument();
});

it("puts the server's texts beside the fields they are about", async () => {
  const refused = () => failure(400, 'invalid_input', { email: 'Not an address' }, 'Please check the form');
  const { user } = renderApp(<ThingForm />, { api: { 'POST /thing': refused } });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field(/Email/)).toHaveFocus());
  expect(field(/Email/)).toHaveAccessibleDescription('Not an address');
  expect(screen.getByText('Please check the form')).toBeInTheDocument();
});

it.each([
  ['a field of the form', { email: 'Please provide a valid email' }],
  ['a field that the form does not have', { version: 'Please provide a valid email' }],
])('says what the server refuses once, and not to try again later: %s', async (_, fields) => {
  const refused = () => failure(400, 'invalid_input', fields, 'Please provide a valid email');
  const { user, store } = renderApp(<ThingForm />, { api: { 'POST /thing': refused } });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Please provide a valid email')).toHaveLength(1);
  expect(store.getState().alerts).toEqual([]);
});

it('is accessible, with and without errors', async () => {
  const { user, container } = renderApp(<ThingForm />);
  await expectAccessible(container);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectAccessible(container);
});

it.each(['a@b.co', ' a.b+c@d-e.example '])('takes %p for an email', (text) =>
  expect(isEmail(text)).toBe(true),
);
it.each(['', 'a', 'a@b', '@b.co', 'a b@c.de', 'a@b@c.de', 'a@.'])('takes %p for none', (text) =>
  expect(isEmail(text)).toBe(false),
);
