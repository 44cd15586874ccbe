import type { RemoteAddress } from '@partnerdesk/contracts';
import {
  type AppStore,
  getConfiguration,
  getSession,
  readSessionCopy,
  type SessionCopy,
  setConfiguration,
} from '@partnerdesk/web';
import { prepareFrame } from '../frame/frame';
import type { RemoteLoader } from '../remotes/remote-loader';
import { pageReport } from '../reports/report-page';
import { findScreen, normalizePath } from '../routing/find-screen';

/** What screens show first, by their path: the calls' addresses but for an affiliate's id. */
const FIRST_CALLS: Record<string, string[]> = {
  '/dashboard': [
    '/api/quick-statistics?affID=',
    '/api/affiliate-activity?affiliateID=',
    '/api/affiliate-balance?affiliateID=',
  ],
};

/**
 * Has the browser make a screen's first calls while the screen's code is still on its way; the screen's own calls, to the
 * same addresses, take those answers. By the browser's copy of the session: if that is wrong, so are the addresses, and
 * nobody asks for the answers.
 */
function preloadFirstCalls(path: string, copy: SessionCopy | null): void {
  const affID = copy?.affID;
  if (!affID) return;
  for (const call of FIRST_CALLS[path] ?? []) {
    const link = document.createElement('link');
    const attributes = { rel: 'preload', as: 'fetch', crossorigin: '', href: `${call}${affID}` };
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    document.head.append(link);
  }
}

interface StartContext {
  store: AppStore;
  loader: RemoteLoader;
  /** Hands the remotes' addresses to the loader's runtime. */
  takeRemotes: (remotes: readonly RemoteAddress[]) => void;
}

/**
 * Asks for the configuration and the session, both at once, loads the person's frame meanwhile, and starts the asked-for screen's remote as soon as the
 * configuration has named it: by the browser's copy of the session, which is right nearly always.
 * @throws ApiError when the configuration did not come
 */
export async function startApp({ store, loader, takeRemotes }: StartContext): Promise<void> {
  void store.dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  preloadFirstCalls(normalizePath(location.pathname), readSessionCopy());
  prepareFrame(store.getState().session.person);
  const configuration = await store
    .dispatch(getConfiguration.initiate(undefined, { forceRefetch: true }))
    .unwrap();
  // Before the screens ask for anything; a trace is worth no start, so a failed load changes nothing.
  if (configuration.traced)
    await import('./trace-calls').then(({ traceCalls }) => traceCalls()).catch(() => undefined);
  pageReport.addLoaded('shell', configuration.version);
  takeRemotes(configuration.remotes);
  const found = findScreen(location.pathname, store.getState().session.person);
  if (found.kind === 'remote') loader.start(found.remote);
  store.dispatch(setConfiguration(configuration));
}
