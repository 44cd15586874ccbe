import { type AppStore, BrowserRouter } from '@partnerdesk/web';
import { Provider } from 'react-redux';
import { Frame } from './frame/frame';
import { LoaderContext, type RemoteLoader } from './remotes/remote-loader';
import { StartGate } from './start/start-gate';

interface AppProps {
  store: AppStore;
  loader: RemoteLoader;
  started: Promise<void>;
  restart: () => Promise<void>;
}

/** The whole app around its store and its remotes' loader. */
export function App({ store, loader, started, restart }: AppProps) {
  return (
    <Provider store={store}>
      <LoaderContext value={loader}>
        <StartGate started={started} restart={restart}>
          <BrowserRouter>
            <Frame />
          </BrowserRouter>
        </StartGate>
      </LoaderContext>
    </Provider>
  );
}
