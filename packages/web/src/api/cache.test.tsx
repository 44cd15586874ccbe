import { act, screen, waitFor } from '@testing-library/react';
import { setSession } from '../store/session.slice';
import { anAffiliate, never, renderApp } from '../testing';
import { api } from './api';

const { useGetFigureQuery } = api.injectEndpoints({
  endpoints: (build) => ({ getFigure: build.query<{ value: number }, void>({ query: () => 'figure' }) }),
});

function Figure() {
  const { data } = useGetFigureQuery();
  return <p>{data ? `Value ${data.value}` : 'Nothing yet'}</p>;
}

const MINUTE_MS = 60_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Shows the figure, leaves it, and comes back after a while to a server that does not answer. */
async function comeBackAfter(ms: number) {
  const answers: (() => unknown)[] = [() => ({ value: 1 })];
  const view = renderApp(<Figure />, {
    person: anAffiliate(),
    api: { 'GET /figure': () => (answers.shift() ?? never)() },
  });
  await screen.findByText('Value 1');
  const again = () => view.calls.filter(({ route }) => route === 'GET /figure').length;
  view.show(null);
  await pass(ms);
  view.show(<Figure />);
  return { ...view, again };
}

it('shows a screen that was visited from what was read, at once, and reads it again', async () => {
  const { again } = await comeBackAfter(5 * MINUTE_MS);
  expect(screen.getByText('Value 1')).toBeInTheDocument();
  await waitFor(() => expect(again()).toBe(2));
});

it('forgets after ten minutes what nobody looks at', async () => {
  await comeBackAfter(11 * MINUTE_MS);
  expect(screen.getByText('Nothing yet')).toBeInTheDocument();
});

it('forgets everything when another person signs in, and nothing when the same one is confirmed', async () => {
  const { store, show } = renderApp(<Figure />, {
    person: anAffiliate(),
    api: { 'GET /figure': () => ({ value: 1 }) },
  });
  await screen.findByText('Value 1');
  const read = () => Object.keys(store.getState().api.queries);
  const isNow = (person: ReturnType<typeof anAffiliate> | null) =>
    act(async () => void store.dispatch(setSession(person)));
  show(null);
  await isNow(anAffiliate({ paymentInfoSet: false }));
  expect(read()).toHaveLength(1);
  await isNow(null);
  expect(read()).toEqual([]);
});
