import type { Visitor } from '@partnerdesk/contracts';
import type { RemoteScreen } from '@partnerdesk/web';
import { findScreen } from '../routing/find-screen';
import type { RemoteLoader } from './remote-loader';
import { prefetchScreen } from './use-screen';

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
