import type { RemoteName, SessionInfo } from '@partnerdesk/contracts';
import { createAppStore } from '@partnerdesk/web';
import { aConfiguration, type FakeRoutes, fakeApi, partOfRemote } from '@partnerdesk/web/testing';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from './app';
import { createRemoteLoader, type FetchRemote } from './remotes/remote-loader';
import { startApp } from './start/start-app';

interface RenderShellOptions {
  path?: string;
  /** Whom the server says is signed in. */
  person?: SessionInfo | null;
  api?: FakeRoutes;
  /** What loading a remote's module comes to; by default one with a dashboard and a home page. */
  fetchRemote?: FetchRemote;
}

const shows = (text: string) => async () => () => <h1>{text}</h1>;

/** A module as a remote exposes it. */
export const affiliateModule = {
  remote: partOfRemote({
    '/': shows('The home page'),
    '/dashboard': shows('The dashboard'),
    '/statistics': shows('The statistics'),
    '/faq': shows('The FAQ'),
  }),
};

/** Starts the whole shell in the test's page, with a server and remotes that the test plays. */
export function renderShell(options: RenderShellOptions = {}) {
  const { path = '/', person = null, api = {}, fetchRemote = async () => affiliateModule } = options;
  window.history.replaceState(null, '', path);
  const routes: FakeRoutes = {
    'GET /configuration': () => aConfiguration(),
    'GET /session': () => ({ session: person }),
    ...api,
  };
  const calls = fakeApi(routes);
  const store = createAppStore();
  const asked: RemoteName[] = [];
  const loader = createRemoteLoader((name) => {
    asked.push(name);
    return fetchRemote(name);
  });
  const start = () => startApp({ store, loader, takeRemotes: () => undefined });
  const view = render(<App store={store} loader={loader} started={start()} restart={start} />);
  return { ...view, store, calls, asked, routes, user: userEvent.setup() };
}
