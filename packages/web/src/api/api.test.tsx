import { MESSAGE } from '@partnerdesk/contracts';
import { createAppStore } from '../store/create-app-store';
import { setSession } from '../store/session.slice';
import { failure, fakeApi } from '../testing/fake-api';
import { anAffiliate } from '../testing/people';
import { api } from './api';

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    readThing: build.query<unknown, void>({ query: () => 'thing' }),
    readQuietly: build.query<unknown, void>({ query: () => 'thing', extraOptions: { quiet: true } }),
  }),
});

async function readFailing(answer: () => unknown, endpoint = endpoints.readThing) {
  fakeApi({ 'GET /thing': answer });
  const store = createAppStore();
  store.dispatch(setSession(anAffiliate()));
  const { error } = await store.dispatch(endpoint.initiate());
  return { error, state: store.getState() };
}

it('turns the error shape of the server into a typed error', async () => {
  const { error } = await readFailing(() =>
    failure(400, 'invalid_input', { Name: 'Too long' }, 'Check the name'),
  );
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_input',
    message: 'Check the name',
    fields: { Name: 'Too long' },
  });
});

it('understands an answer that is not ours, such as a proxy error page', async () => {
  const { error } = await readFailing(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(error).toMatchObject({ status: 502, code: 'unreadable', message: '' });
});

it('calls a failed connection a network error', async () => {
  const { error } = await readFailing(() => Promise.reject(new TypeError('failed')));
  expect(error).toMatchObject({ status: 0, code: 'network', message: '' });
});

it.each([401, 403, 404, 500, 503])('raises the general danger alert on %i', async (status) => {
  const { state } = await readFailing(() => failure(status));
  expect(state.alerts).toEqual([expect.objectContaining({ kind: 'danger', text: MESSAGE.genericError })]);
});

it.each([
  ['Please provide a valid email', 'Please provide a valid email'],
  [MESSAGE.genericError, 'This value is not allowed'],
])('an answer that names fields is never "later", whether it says %j', async (message, text) => {
  const refused = () => failure(400, 'invalid_input', { Email: 'This value is not allowed' }, message);
  const { state } = await readFailing(refused);
  expect(state.alerts).toEqual([expect.objectContaining({ kind: 'warning', text })]);
});

it('raises none for a quiet endpoint', async () => {
  const { state } = await readFailing(() => failure(500), endpoints.readQuietly);
  expect(state.alerts).toEqual([]);
});

it('marks the session as expired on 401 and keeps the person, so that screens stay', async () => {
  const { state } = await readFailing(() => failure(401, 'not_signed_in'));
  expect(state.session).toMatchObject({ expired: true, person: { affID: 7 } });
});

it('a call from before the login says nothing of the session that it began', async () => {
  let answer = (_: Response) => {};
  const notSignedIn = () => failure(401, 'not_signed_in');
  const answers = [new Promise<Response>((resolve) => (answer = resolve)), notSignedIn(), notSignedIn()];
  fakeApi({ 'GET /thing': () => answers.shift() });
  const store = createAppStore();
  const isExpired = () => store.getState().session.expired;
  const read = () => store.dispatch(endpoints.readThing.initiate(undefined, { forceRefetch: true }));
  store.dispatch(setSession(anAffiliate()));
  const slow = read();
  await store.dispatch(endpoints.readQuietly.initiate());
  expect(isExpired()).toBe(true);
  store.dispatch(setSession(anAffiliate()));
  answer(notSignedIn());
  await slow;
  expect(isExpired()).toBe(false);
  await read();
  expect(isExpired()).toBe(true);
});

it('does not take another failure for an expired session', async () => {
  const { state } = await readFailing(() => failure(403, 'forbidden'));
  expect(state.session.expired).toBe(false);
});
