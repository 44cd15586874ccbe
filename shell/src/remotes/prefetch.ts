import type { Visitor } from '@partnerdesk/contracts';
import { findScreen } from '../routing/find-screen';
import type { RemoteLoader } from './remote-loader';
import { prefetchScreen } from './use-screen';

/** Browsers that know whether a person pays for each byte say so; not in TypeScript's own types. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Starts to load the code of a screen that a person is about to open; not for those who save data. */
export function prefetchPath(loader: RemoteLoader, path: string, person: Visitor | null): void {
  if (!savesData()) loadPath(loader, path, person);
}

/** Starts to load a screen's code, its remote first. */
export function loadPath(loader: RemoteLoader, path: string, person: Visitor | null): void {
  const found = findScreen(path, person);
  if (found.kind !== 'remote') return;
  const hasSettled = () => {
    const state = loader.stateOf(found.remote);
    if (state.status !== 'ready') return state.status === 'failed';
    const route = state.remote.routes.find((candidate) => candidate.path === found.path);
    if (route) prefetchScreen(route.load);
    return true;
  };
  if (hasSettled()) return;
  const stop = loader.subscribe(() => {
    if (hasSettled()) stop();
  });
  loader.start(found.remote);
}
