import { defineRemote, type RemoteExport, type RemoteRoute } from '../remotes/remote-export';

/** The affiliates' remote with the screens that a test opens. @param loaders their code, by path */
export function partOfRemote(loaders: Record<string, RemoteRoute['load']>): RemoteExport {
  const remote = defineRemote('affiliate', loaders as Parameters<typeof defineRemote<'affiliate'>>[1]);
  return { ...remote, routes: remote.routes.filter(({ path }) => path in loaders) };
}
