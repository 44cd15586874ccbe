import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteAddress, RemoteName } from '@partnerdesk/contracts';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';

/** A manifest or entry that takes longer is given up, in ms; less than the loader's own limit, so that a Retry starts clean. */
const FILE_TIMEOUT_MS = 5000;

let addresses: readonly RemoteAddress[] = [];
const attempts = new Map<RemoteName, number>();

/** The federation runtime ignores HTTP status and waits for ever: this gives its fetches and scripts both limits. */
const limits = {
  name: 'limits',
  async fetch(address: string, init: RequestInit) {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return answer;
  },
  createScript({ url, remoteInfo }: { url: string; remoteInfo?: { name: string } }) {
    const attempt = attempts.get(remoteInfo?.name as RemoteName) ?? 1;
    const script = document.createElement('script');
    // Another address each time: the browser lets a second request wait for a first one that hangs.
    script.src = attempt > 1 ? `${url}?attempt=${attempt}` : url;
    return { script, timeout: FILE_TIMEOUT_MS };
  },
};

/** Makes a remote known to the runtime; by force after a failure, for it keeps what it has read of a broken one. */
function register(name: RemoteName): void {
  const address = addresses.find((remote) => remote.name === name);
  if (!address) throw new Error(`The configuration names no remote ${name}`);
  const attempt = attempts.get(name) ?? 0;
  attempts.set(name, attempt + 1);
  registerRemotes([{ name, entry: new URL(address.manifest, location.origin).href }], { force: attempt > 0 });
}

/** The app's remotes, loaded by module federation. */
export const remoteLoader: RemoteLoader = createRemoteLoader(async (name) => {
  register(name);
  return loadRemote(`${name}/remote`);
});

/** Takes the remotes' addresses from the configuration; loads nothing. */
export function setRemoteAddresses(remotes: readonly RemoteAddress[]): void {
  addresses = remotes;
  registerPlugins([limits]);
}
