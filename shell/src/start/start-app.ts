import type { RemoteAddress } from '@partnerdesk/contracts';
import { type AppStore, getConfiguration, getSession, setConfiguration } from '@partnerdesk/web';
import { prepareFrame } from '../frame/frame';
import { loadPath } from '../remotes/prefetch';
import type { RemoteLoader } from '../remotes/remote-loader';
import { pageReport } from '../reports/report-page';

interface StartContext {
  store: AppStore;
  loader: RemoteLoader;
  /** Hands the remotes' addresses to the loader's runtime. */
  takeRemotes: (remotes: readonly RemoteAddress[]) => void;
}

/**
 * The app waits so long for its first screen's code, figures and font, in ms, which mostly have come with the app: then
 * the screen is drawn at once, and not its outline, the frame, the screen and its figures one after the other.
 */
const SCREEN_MS = 200;

/**
 * Asks for the configuration and the session, both at once, loads meanwhile the person's frame and the font, and starts
 * the asked-for screen's code as soon as the configuration has named its remote: by the browser's copy of the session,
 * which is right nearly always.
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
