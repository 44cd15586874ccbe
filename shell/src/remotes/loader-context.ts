import type { RemoteName } from '@partnerdesk/contracts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { RemoteLoader, RemoteState } from './remote-loader';

/** The remotes' loader of this app; tests give one of their own. */
export const LoaderContext = createContext<RemoteLoader | null>(null);

/** The loader. */
export function useRemoteLoader(): RemoteLoader {
  const loader = useContext(LoaderContext);
  if (!loader) throw new Error('No LoaderContext around this component');
  return loader;
}

/** What has become of a remote so far. */
export function useRemoteState(name: RemoteName): RemoteState {
  const loader = useRemoteLoader();
  return useSyncExternalStore(loader.subscribe, () => loader.stateOf(name));
}
