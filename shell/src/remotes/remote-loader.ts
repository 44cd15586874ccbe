import type { RemoteName } from '@partnerdesk/contracts';
import type { RemoteExport } from '@partnerdesk/web';

/** Why a remote is not there. `late`: something of it hangs, and only a new page gets rid of that for sure. */
export type RemoteFailure = 'down' | 'late' | 'no-export';

export type RemoteState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; remote: RemoteExport }
  | { status: 'failed'; failure: RemoteFailure; attempts: number };

/** Fetches the module that a remote exposes. */
export type FetchRemote = (name: RemoteName) => Promise<unknown>;

/** A remote, or a screen of it, that takes longer counts as late, in ms. */
export const REMOTE_TIMEOUT_MS = 6000;

/** A thing did not come in time. */
export class LateError extends Error {}

/** Settles like `promise`, but rejects with LateError after `ms`. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`Not there after ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function exportOf(module: unknown): RemoteExport | undefined {
  const remote = (module as { remote?: Partial<RemoteExport> } | null | undefined)?.remote;
  return Array.isArray(remote?.routes) && Array.isArray(remote.menu) ? (remote as RemoteExport) : undefined;
}

const IDLE: RemoteState = { status: 'idle' };

/**
 * Loads remotes once each and keeps what came of it, outside React: a load can start before the first render, and a
 * failed one is forgotten as soon as it is tried again.
 */
export function createRemoteLoader(fetchRemote: FetchRemote, timeoutMs = REMOTE_TIMEOUT_MS) {
  const states = new Map<RemoteName, RemoteState>();
  const listeners = new Set<() => void>();

  const stateOf = (name: RemoteName): RemoteState => states.get(name) ?? IDLE;
  const put = (name: RemoteName, state: RemoteState) => {
    states.set(name, state);
    for (const listener of listeners) listener();
  };

  const load = async (name: RemoteName) => {
    const before = stateOf(name);
    const attempts = before.status === 'failed' ? before.attempts : 0;
    const fail = (failure: RemoteFailure) => put(name, { status: 'failed', failure, attempts: attempts + 1 });
    put(name, { status: 'loading' });
    try {
      const remote = exportOf(await within(fetchRemote(name), timeoutMs));
      if (remote) put(name, { status: 'ready', remote });
      else fail('no-export');
    } catch (error) {
      fail(error instanceof LateError ? 'late' : 'down');
    }
  };

  return {
    stateOf,
    /** Starts a load unless one is under way or done; a failed one stays failed until `retry`. */
    start(name: RemoteName): void {
      if (stateOf(name).status === 'idle') void load(name);
    },
    /** Tries a failed remote again. */
    retry(name: RemoteName): void {
      if (stateOf(name).status === 'failed') void load(name);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;
