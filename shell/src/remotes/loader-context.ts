import type { RemoteName } from '@partnerdesk/contracts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { RemoteLoader, RemoteState } from './remote-loader';

/** The remotes' loader: of this app (app.tsx), or one that a test gives. */
export const LoaderContext = createContext({} as RemoteLoader);

export const useRemoteLoader = (): RemoteLoader => useContext(LoaderContext);

/** What has become of a remote so far. */
export function useRemoteState(name: RemoteName): RemoteState {
  const loader = useRemoteLoader();
  return useSyncExternalStore(loader.subscribe, () => loader.stateOf(name));
}
