import type { Visitor } from '@partnerdesk/contracts';
import { findScreen } from '../routing/find-screen';
import type { RemoteLoader } from './remote-loader';
import { prefetchScreen } from './use-screen';

/** Browsers that know whether a person pays for each byte say so; not in TypeScript's own types. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Starts to load the code of a screen that a person is about to open; not for those who save data. */
export function prefetchPath(loader: RemoteLoader, path: string, person: Visitor | null): void {
  if (!savesData()) void loadPath(loader, path, person);
}

/** Loads a screen's code, its remote first. @returns once it is there, or could not be had: the screen says which */
export function loadPath(loader: RemoteLoader, path: string, person: Visitor | null): Promise<void> {
  const found = findScreen(path, person);
  if (found.kind !== 'remote') return Promise.resolve();
  return new Promise((resolve) => {
    const hasSettled = () => {
      const state = loader.stateOf(found.remote);
      if (state.status !== 'ready' && state.status !== 'failed') return false;
      const routes = state.status === 'ready' ? state.remote.routes : [];
      const route = routes.find((candidate) => candidate.path === found.path);
      resolve(route && prefetchScreen(route.load));
      return true;
    };
    if (hasSettled()) return;
    const stop = loader.subscribe(() => {
      if (hasSettled()) stop();
    });
    loader.start(found.remote);
  });
}
