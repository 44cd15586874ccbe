import type { RemoteAddress } from '@partnerdesk/contracts';
import { type AppStore, getConfiguration, getSession, setConfiguration } from '@partnerdesk/web';
import { prepareFrame } from '../frame/frame';
import type { RemoteLoader } from '../remotes/remote-loader';
import { loadPath } from '../remotes/use-screen';
import { pageReport } from '../reports/report-page';

interface StartContext {
  store: AppStore;
  loader: RemoteLoader;
  /** Hands the remotes' addresses to the loader's runtime. */
  takeRemotes: (remotes: readonly RemoteAddress[]) => void;
}

/** The app waits so long (ms) for its first screen's code, figures and font: then it is drawn once, not piece by piece. */
const SCREEN_MS = 200;

/**
 * Asks for configuration and session at once, and meanwhile loads font, frame and screen of whom the browser remembers.
 * @throws ApiError when the configuration did not come
 */
export async function startApp({ store, loader, takeRemotes }: StartContext): Promise<void> {
  void store.dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  const { person } = store.getState().session;
  prepareFrame(person);
  // Not asked for by the document: the scripts go first. A page without it is as good.
  const font = document.fonts.load('1em Inter').catch(() => undefined);
  const configuration = await store
    .dispatch(getConfiguration.initiate(undefined, { forceRefetch: true }))
    .unwrap();
  // Before the screens ask for anything; a trace is worth no start, so a failed load changes nothing.
  if (configuration.traced)
    await import('./trace-calls').then(({ traceCalls }) => traceCalls()).catch(() => undefined);
  pageReport.addLoaded('shell', configuration.version);
  takeRemotes(configuration.remotes);
  const screen = loadPath(loader, location.pathname, store.getState().session.person).then((found) =>
    found?.prepare?.(store),
  );
  await Promise.race([Promise.all([screen, font]), new Promise((resolve) => setTimeout(resolve, SCREEN_MS))]);
  store.dispatch(setConfiguration(configuration));
}
