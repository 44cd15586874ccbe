import { anAffiliate, partOfRemote } from '@partnerdesk/web/testing';
import { waitFor } from '@testing-library/react';
import { createRemoteLoader } from './remote-loader';
import { loadPath, prefetchPath } from './use-screen';

const setUp = () => {
  const load = jest.fn(async () => () => null);
  const fetchRemote = jest.fn(async () => ({ remote: partOfRemote({ '/statistics': load }) }));
  const loader = createRemoteLoader(fetchRemote);
  return {
    load,
    fetchRemote,
    prefetch: (path: string) => prefetchPath(loader, path, anAffiliate()),
    open: (path: string) => loadPath(loader, path, anAffiliate()),
  };
};

afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

it('loads the remote, and then the screen, once each', async () => {
  const { load, fetchRemote, prefetch } = setUp();
  prefetch('/statistics');
  prefetch('/statistics');
  await waitFor(() => expect(load).toHaveBeenCalled());
  prefetch('/statistics');
  await Promise.resolve();
  expect(fetchRemote).toHaveBeenCalledTimes(1);
});

it.each(['/affiliates', '/dashboard', '/no-such-page'])(
  'loads no screen for %s, which is for others, has no code there, or is none',
  async (path) => {
    const { load, prefetch } = setUp();
    prefetch(path);
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
  },
);

it('loads for people who save data only what they open', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const { load, fetchRemote, prefetch, open } = setUp();
  prefetch('/statistics');
  expect(fetchRemote).not.toHaveBeenCalled();
  open('/statistics');
  await waitFor(() => expect(load).toHaveBeenCalled());
});
