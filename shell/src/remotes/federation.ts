import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteAddress, RemoteName } from '@partnerdesk/contracts';
import { pageReport } from '../reports/report-page';
import { followFiles, noteBody } from './follow-files';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';
import { noteArrival } from './silence';

/** A request that is still open after this is ended, in ms. Long before, silence has been reported as late. */
const FILE_TIMEOUT_MS = 120_000;

let addresses: readonly RemoteAddress[] = [];
let stopFollowing: (() => void) | undefined;
const attempts = new Map<RemoteName, number>();

/**
 * The federation runtime ignores HTTP status and waits for ever: this gives its fetches and
 * scripts both limits, and notes what arrives.
 */
const limits = {
  name: 'limits',
  async fetch(address: string, init: RequestInit) {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    noteArrival();
    return noteBody(answer);
  },
  createScript({ url, remoteInfo }: { url: string; remoteInfo?: { name: string } }) {
    const attempt = attempts.get(remoteInfo?.name as RemoteName) ?? 1;
    const script = document.createElement('script');
    script.src = attempt > 1 ? `${url}?attempt=${attempt}` : url;
    const entry = addressOf(remoteInfo?.name)?.entry;
    // What the server has checked, and nothing else. Of another file's script it knows no hash.
    if (entry && url.endsWith(`/${entry.file}`)) script.integrity = entry.integrity;
    return { script, timeout: FILE_TIMEOUT_MS };
  },
};

const addressOf = (name: string | undefined) => addresses.find((remote) => remote.name === name);

/** Makes a remote known to the runtime; by force after a failure, for it keeps what it has read of a broken one. */
function register(name: RemoteName): void {
  const address = addressOf(name);
  if (!address) throw new Error(`The configuration names no remote ${name}`);
  if (address.version) pageReport.addLoaded(name, address.version);
  const attempt = attempts.get(name) ?? 0;
  attempts.set(name, attempt + 1);
  const entry = new URL(address.manifest, location.origin);
  // Another address each time: the runtime waits for a request that hangs, and so does the browser.
  if (attempt > 0) entry.searchParams.set('attempt', String(attempt + 1));
  registerRemotes([{ name, entry: entry.href }], { force: attempt > 0 });
}

/** How each failure to load is called in reports. */
const FAILURES = { down: 'RemoteDown', late: 'RemoteLate', 'no-export': 'RemoteWithoutExport' } as const;

/** The app's remotes, loaded by module federation. */
export const remoteLoader: RemoteLoader = createRemoteLoader(
  async (name) => {
    register(name);
    return loadRemote(`${name}/remote`);
  },
  { onFailure: (name, failure) => pageReport.addFailure(name, FAILURES[failure]) },
);

/** Takes the remotes' addresses from the configuration; loads nothing. */
export function setRemoteAddresses(remotes: readonly RemoteAddress[]): void {
  addresses = remotes;
  registerPlugins([limits]);
  const folders = remotes.map(({ manifest }) => new URL('.', new URL(manifest, location.origin)).href);
  stopFollowing?.();
  stopFollowing = followFiles((url) => folders.some((folder) => url.startsWith(folder)));
}
