import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { Button } from '../button';
import { useAppDispatch } from '../store/create-app-store';
import { setSession } from '../store/session.slice';
import { anAdmin, type FakeRoutes, failure, renderApp } from '../testing';

const testApi = api.injectEndpoints({
  endpoints: (build) => ({
    pay: build.mutation<unknown, number>({
      query: (id) => ({ url: `pay/${id}`, method: 'POST', body: {} }),
    }),
  }),
});

const refused = () =>
  new Response(
    JSON.stringify({
      error: {
        code: 'confirmation_required',
        message: 'Please confirm that it is you',
        details: { password: true, code: false },
      },
    }),
    { status: 403 },
  );

function Payments({ outcomes }: { outcomes: unknown[] }) {
  const dispatch = useAppDispatch();
  const start = async (id: number) =>
    outcomes.push((await dispatch(testApi.endpoints.pay.initiate(id))).data ?? 'refused');
  const both = () => {
    void start(1);
    void start(2);
  };
  return <Button onClick={both}>Pay</Button>;
}

/** Two payments at once, refused until the password has come. */
function open(confirm: () => unknown) {
  let confirmed = false;
  const pay = () => (confirmed ? true : refused());
  const outcomes: unknown[] = [];
  const routes: FakeRoutes = {
    'POST /pay/1': pay,
    'POST /pay/2': pay,
    'POST /confirmation': () => {
      const answer = confirm();
      confirmed = answer === true;
      return answer;
    },
  };
  return { ...renderApp(<Payments outcomes={outcomes} />, { api: routes }), outcomes, routes };
}

it('asks once for calls that are refused together, says what was wrong, and then they continue by themselves', async () => {
  const answers = [
    failure(400, 'invalid_input', { Password: 'The password is not right' }, 'The password is not right'),
    true,
  ];
  const app = open(() => answers.shift());
  await app.user.click(screen.getByRole('button', { name: 'Pay' }));
  await app.user.type(await screen.findByLabelText('Password'), 'wrong');
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The password is not right')).toBeInTheDocument();
  expect(app.outcomes).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(app.outcomes).toEqual([true, true]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('sends a password as it was typed, with its blanks', async () => {
  const app = open(() => true);
  await app.user.click(screen.getByRole('button', { name: 'Pay' }));
  await app.user.type(await screen.findByLabelText('Password'), ' ends in a blank ');
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(app.outcomes).toEqual([true, true]));
  expect(app.calls.find(({ route }) => route === 'POST /confirmation')?.body).toEqual({
    Password: ' ends in a blank ',
  });
});

it('a proof that is answered after its question was cancelled does not take away the next question', async () => {
  let answer = (_: unknown) => {};
  const answers = [new Promise((resolve) => (answer = resolve)), true];
  const app = open(() => answers.shift());
  const ask = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Pay' }));
    await app.user.type(await screen.findByLabelText('Password'), 'secret');
  };
  await ask();
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(app.outcomes).toEqual(['refused', 'refused']));
  await ask();
  await act(async () => answer(true));
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(app.outcomes.slice(2)).toEqual([true, true]));
});

it('a session that has ended meanwhile is said: the question goes, and the login comes', async () => {
  let ended = false;
  const app = open(() => failure(401, 'not_signed_in'));
  act(() => void app.store.dispatch(setSession(anAdmin())));
  for (const route of ['POST /pay/1', 'POST /pay/2']) {
    const pay = app.routes[route];
    app.routes[route] = (call) => (ended ? failure(401, 'not_signed_in') : pay?.(call));
  }
  await app.user.click(screen.getByRole('button', { name: 'Pay' }));
  await app.user.type(await screen.findByLabelText('Password'), 'secret');
  ended = true;
  await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(app.store.getState().session.expired).toBe(true));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(app.outcomes).toEqual(['refused', 'refused']);
});

it('what one person was asked to confirm is not left to the next one', async () => {
  const app = open(() => true);
  await app.user.click(screen.getByRole('button', { name: 'Pay' }));
  await screen.findByLabelText('Password');
  act(() => void app.store.dispatch(setSession(anAdmin())));
  await waitFor(() => expect(app.outcomes).toEqual(['refused', 'refused']));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('cancelled, the calls stay refused, and no general alert is raised', async () => {
  const app = open(() => true);
  await app.user.click(screen.getByRole('button', { name: 'Pay' }));
  await app.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(app.outcomes).toEqual(['refused', 'refused']));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  expect(app.calls.filter(({ route }) => route === 'POST /confirmation')).toEqual([]);
});
