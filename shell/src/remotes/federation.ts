import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteAddress, RemoteName } from '@partnerdesk/contracts';
import { pageReport } from '../reports/report-page';
import { followFiles, noteBody } from './follow-files';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';
import { noteArrival } from './silence';
import { startNamed } from './start-named';

/** A request that is still open after this is ended, in ms. Long before, silence has been reported as late. */
const FILE_TIMEOUT_MS = 120_000;

let addresses: readonly RemoteAddress[] = [];
let stopFollowing: (() => void) | undefined;
const attempts = new Map<RemoteName, number>();

/** The federation runtime waits for ever: this gives its scripts a limit, and their integrity where it is known. */
const limits = {
  name: 'limits',
  createScript({ url, remoteInfo }: { url: string; remoteInfo?: { name: string } }) {
    const script = document.createElement('script');
    script.src = url;
    const entry = addressOf(remoteInfo?.name)?.entry;
    // What the server has checked, and nothing else. Of another file's script it knows no hash.
    if (entry && new URL(url).pathname.endsWith(`/${entry.file}`)) script.integrity = entry.integrity;
    return { script, timeout: FILE_TIMEOUT_MS };
  },
};

const addressOf = (name: string | undefined) => addresses.find((remote) => remote.name === name);

/** The file that a remote is entered by, from its folder: of a build that another origin serves, its manifest names it. */
async function readEntry(manifest: URL): Promise<string> {
  const answer = await fetch(manifest, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${manifest} answered ${answer.status}`);
  noteArrival();
  const { metaData } = await noteBody(answer).json();
  return `${metaData.remoteEntry.path}${metaData.remoteEntry.name}`;
}

/** Makes a remote known to the runtime; by force after a failure, for it keeps what it has read of a broken one. */
async function register(name: RemoteName): Promise<void> {
  const address = addressOf(name);
  if (!address) throw new Error(`The configuration names no remote ${name}`);
  if (address.version) pageReport.addLoaded(name, address.version);
  const attempt = attempts.get(name) ?? 0;
  attempts.set(name, attempt + 1);
  // Another address each time: the runtime waits for a request that hangs, and so does the browser.
  const again = (url: URL) => {
    if (attempt > 0) url.searchParams.set('attempt', String(attempt + 1));
    return url;
  };
  const manifest = new URL(address.manifest, location.origin);
  const file = address.entry?.file ?? (await readEntry(again(new URL(manifest))));
  const entry = again(new URL(file, manifest)).href;
  startNamed(entry);
  registerRemotes([{ name, entry }], { force: attempt > 0 });
}

/** How each failure to load is called in reports. */
const FAILURES = { down: 'RemoteDown', late: 'RemoteLate', 'no-export': 'RemoteWithoutExport' } as const;

/** The app's remotes, loaded by module federation. */
export const remoteLoader: RemoteLoader = createRemoteLoader(
  async (name) => {
    await register(name);
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
