import '@partnerdesk/web/styles.css';
import { applyTheme, createAppStore } from '@partnerdesk/web';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { remoteLoader, setRemoteAddresses } from './remotes/federation';
import { reportPage } from './reports/report-page';
import { followOtherTabs } from './start/follow-other-tabs';
import { startApp } from './start/start-app';

reportPage(() => import('./start/once-loaded').then(({ onceLoaded }) => onceLoaded(store)));
applyTheme();
const store = createAppStore();
followOtherTabs(store);
const start = () => startApp({ store, loader: remoteLoader, takeRemotes: setRemoteAddresses });
const root = document.getElementById('root');
if (root)
  createRoot(root, {
    // A boundary shows it; the console and the report get it like any other.
    onCaughtError: (error) => reportError(error),
  }).render(<App store={store} loader={remoteLoader} started={start()} restart={start} />);
