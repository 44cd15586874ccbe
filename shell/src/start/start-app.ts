import type { RemoteAddress } from '@partnerdesk/contracts';
import { type AppStore, getConfiguration, getSession, setConfiguration } from '@partnerdesk/web';
import type { RemoteLoader } from '../remotes/remote-loader';
import { findScreen } from '../routing/find-screen';

interface StartContext {
  store: AppStore;
  loader: RemoteLoader;
  /** Hands the remotes' addresses to the loader's runtime. */
  takeRemotes: (remotes: readonly RemoteAddress[]) => void;
}

/**
 * Asks for the configuration and the session, both at once, and starts the asked-for screen's remote as soon as the
 * configuration has named it: by the browser's copy of the session, which is right nearly always.
 * @throws ApiError when the configuration did not come
 */
export async function startApp({ store, loader, takeRemotes }: StartContext): Promise<void> {
  void store.dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  const configuration = await store
    .dispatch(getConfiguration.initiate(undefined, { forceRefetch: true }))
    .unwrap();
  takeRemotes(configuration.remotes);
  const found = findScreen(location.pathname, store.getState().session.person);
  if (found.kind === 'remote') loader.start(found.remote);
  store.dispatch(setConfiguration(configuration));
}
