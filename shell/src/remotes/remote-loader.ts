import type { RemoteName } from '@partnerdesk/contracts';
import type { RemoteExport } from '@partnerdesk/web';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { LateError, SILENCE_MS, untilSilence } from './silence';

/** Why a remote is not there. `late`: nothing of it arrives, and only a new page gets rid of that for sure. */
export type RemoteFailure = 'down' | 'late' | 'no-export';

export type RemoteState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; remote: RemoteExport }
  | { status: 'failed'; failure: RemoteFailure; attempts: number };

/** Fetches the module that a remote exposes. */
export type FetchRemote = (name: RemoteName) => Promise<unknown>;

export interface RemoteLoaderOptions {
  silenceMs?: number;
  onFailure?: (name: RemoteName, failure: RemoteFailure) => void;
}

function exportOf(module: unknown): RemoteExport | undefined {
  const remote = (module as { remote?: Partial<RemoteExport> } | null | undefined)?.remote;
  return Array.isArray(remote?.routes) && Array.isArray(remote.menu) ? (remote as RemoteExport) : undefined;
}

const IDLE: RemoteState = { status: 'idle' };

/**
 * Loads remotes once each and keeps what came of it, outside React: a load can start before the first render, and a
 * failed one is forgotten as soon as it is tried again. One that was late is still taken when it arrives.
 */
export function createRemoteLoader(
  fetchRemote: FetchRemote,
  { silenceMs = SILENCE_MS, onFailure }: RemoteLoaderOptions = {},
) {
  const states = new Map<RemoteName, RemoteState>();
  const listeners = new Set<() => void>();
  const loads = new Map<RemoteName, Promise<void>>();

  const stateOf = (name: RemoteName): RemoteState => states.get(name) ?? IDLE;
  const put = (name: RemoteName, state: RemoteState) => {
    if (stateOf(name).status === 'ready') return;
    states.set(name, state);
    for (const listener of listeners) listener();
  };

  const load = async (name: RemoteName) => {
    const before = stateOf(name);
    const attempts = before.status === 'failed' ? before.attempts : 0;
    const fail = (failure: RemoteFailure) => {
      onFailure?.(name, failure);
      put(name, { status: 'failed', failure, attempts: attempts + 1 });
    };
    const take = (module: unknown) => {
      const remote = exportOf(module);
      if (remote) put(name, { status: 'ready', remote });
      else fail('no-export');
    };
    put(name, { status: 'loading' });
    // In a promise from its start: a fetch may also throw at once.
    const fetched = (async () => fetchRemote(name))();
    try {
      take(await untilSilence(fetched, silenceMs));
    } catch (error) {
      fail(error instanceof LateError ? 'late' : 'down');
      if (error instanceof LateError) fetched.then(take, () => undefined);
    }
  };

  return {
    stateOf,
    /**
     * Starts a load unless one is under way or done; a failed one stays failed until `retry`.
     * @returns once it is done or has failed
     */
    async start(name: RemoteName): Promise<void> {
      if (stateOf(name).status === 'idle') loads.set(name, load(name));
      await loads.get(name);
    },
    /** Tries a failed remote again. */
    retry(name: RemoteName): void {
      if (stateOf(name).status === 'failed') loads.set(name, load(name));
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;

/** The remotes' loader: of this app (app.tsx), or one that a test gives. */
export const LoaderContext = createContext({} as RemoteLoader);

export const useRemoteLoader = (): RemoteLoader => useContext(LoaderContext);

/** What has become of a remote so far. */
export function useRemoteState(name: RemoteName): RemoteState {
  const loader = useRemoteLoader();
  return useSyncExternalStore(loader.subscribe, () => loader.stateOf(name));
}
