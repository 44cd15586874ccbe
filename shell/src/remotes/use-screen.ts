import type { Visitor } from '@partnerdesk/contracts';
import type { RemoteRoute, RemoteScreen } from '@partnerdesk/web';
import { useCallback, useEffect, useState } from 'react';
import { findScreen } from '../routing/find-screen';
import type { RemoteLoader } from './remote-loader';
import { LateError, untilSilence } from './silence';

export type ScreenState =
  | { status: 'loading' }
  | { status: 'ready'; Screen: RemoteScreen }
  | { status: 'failed'; late: boolean };

const LOADING: ScreenState = { status: 'loading' };
const loaded = new WeakMap<RemoteRoute['load'], RemoteScreen>();

/** Loads a screen's code and keeps it; a failed load is not kept. */
async function loadScreen(load: RemoteRoute['load']): Promise<RemoteScreen> {
  const Screen = loaded.get(load) ?? (await load());
  loaded.set(load, Screen);
  return Screen;
}

/** Loads a screen's code ahead of its need. @returns nothing where it failed, which shows when the screen is asked for */
export const prefetchScreen = (load: RemoteRoute['load']): Promise<RemoteScreen | undefined> =>
  loadScreen(load).catch(() => undefined);

/** A screen's code. State instead of React.lazy: shown sooner, and a failed load can be tried again. */
export function useScreen(load: RemoteRoute['load']): { state: ScreenState; retry: () => void } {
  const [entry, setEntry] = useState<{ load: RemoteRoute['load']; state: ScreenState }>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let current = true;
    const put = (state: ScreenState) => current && setEntry({ load, state });
    const ready = (Screen: RemoteScreen) => put({ status: 'ready', Screen });
    const loading = loadScreen(load);
    untilSilence(loading).then(ready, (error) => {
      const late = error instanceof LateError;
      put({ status: 'failed', late });
      // It is shown whenever it arrives.
      if (late) loading.then(ready, () => undefined);
    });
    return () => {
      current = false;
    };
  }, [load, attempt]);

  const retry = useCallback(() => {
    setEntry(undefined);
    setAttempt((count) => count + 1);
  }, []);
  const known = loaded.get(load);
  if (known) return { state: { status: 'ready', Screen: known }, retry };
  return { state: entry?.load === load ? entry.state : LOADING, retry };
}

/** Browsers that know whether a person pays for each byte say so; not in TypeScript's own types. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Starts to load the code of a screen that a person is about to open; not for those who save data. */
export function prefetchPath(loader: RemoteLoader, path: string, person: Visitor | null): void {
  if (!savesData()) void loadPath(loader, path, person);
}

/** Loads a screen's code, its remote first. @returns nothing where it could not be had: the screen says which */
export async function loadPath(
  loader: RemoteLoader,
  path: string,
  person: Visitor | null,
): Promise<RemoteScreen | undefined> {
  const found = findScreen(path, person);
  if (found.kind !== 'remote') return;
  await loader.start(found.remote);
  const state = loader.stateOf(found.remote);
  const routes = state.status === 'ready' ? state.remote.routes : [];
  const route = routes.find((candidate) => candidate.path === found.path);
  return route && prefetchScreen(route.load);
}
