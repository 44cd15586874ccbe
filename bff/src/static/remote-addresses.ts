import { REMOTE_NAMES, type RemoteAddress, type RemoteName } from '@partnerdesk/contracts';
import type { Env } from '@partnerdesk/node';

/** Where a remote's manifest is: its own build under this origin, unless REMOTE_MANIFESTS says otherwise. */
export function manifestUrlOf(env: Env, name: RemoteName): string {
  return env.remoteManifests[name] ?? `/remotes/${name}/mf-manifest.json`;
}

export function remoteAddresses(env: Env): RemoteAddress[] {
  return REMOTE_NAMES.map((name) => ({ name, manifest: manifestUrlOf(env, name) }));
}
