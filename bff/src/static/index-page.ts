import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  escapeHtml,
  isAddressOf,
  REMOTE_SCREENS,
  type RemoteName,
  type ScreenInfo,
} from '@partnerdesk/contracts';
import { FollowedFile } from '../releases/release-files';
import type { ServedRemote } from '../releases/releases';

/** A list that a build has written down; `none` of one that is being written: what it names then gets no start ahead. */
const followList = <Names>(folder: string, name: string, none: Names): FollowedFile<Names> =>
  new FollowedFile(
    path.join(folder, name),
    (content) => {
      try {
        return JSON.parse(content.toString());
      } catch {
        return none;
      }
    },
    () => undefined,
  );

/** By a screen's path the names of its scripts and styles. */
type Files = Record<string, string[]>;

/** What each remote's screens are loaded from, as its build has written it down; read again when a new build has. */
export class ScreenFiles {
  readonly #byFolder = new Map<string, FollowedFile<Files>>();

  /** Addresses in the order in which they are needed; none while there is no such build or screen. */
  async filesOf({ folder, manifest, listed }: ServedRemote, screenPath: string): Promise<string[]> {
    if (!folder) return [];
    const address = path.posix.dirname(manifest);
    const files = (await this.#follow(folder).value())?.[screenPath] ?? [];
    // A released build's list may have been changed since: it names nothing that the build does not have.
    return files.filter((file) => !listed || listed.has(file)).map((file) => `${address}/${file}`);
  }

  #follow(folder: string): FollowedFile<Files> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const followed = followList<Files>(folder, 'screens.json', {});
    this.#byFolder.set(folder, followed);
    return followed;
  }
}

interface Page {
  mtimeMs: number;
  html: string;
}

/** The shell's document; read again when a new build has replaced it. */
export class IndexPage {
  readonly #file: string;
  readonly #screenFiles = new ScreenFiles();
  /** Scripts of the shell that the screens of remotes wait for. */
  readonly #provided: FollowedFile<string[]>;
  #page: Page | undefined;

  constructor(shellRoot: string) {
    this.#file = path.join(shellRoot, 'index.html');
    this.#provided = followList(shellRoot, 'provided.json', []);
  }

  /** The document for a path, with what that path's screen is loaded from named in its head; undefined without a build. */
  async htmlFor(screenPath: string, remotes: readonly ServedRemote[]): Promise<string | undefined> {
    const html = await this.#read();
    return html?.replace('</head>', `${await this.#preloadsFor(screenPath, remotes)}</head>`);
  }

  async #read(): Promise<string | undefined> {
    try {
      const { mtimeMs } = await stat(this.#file);
      if (this.#page?.mtimeMs !== mtimeMs) this.#page = { mtimeMs, html: await readFile(this.#file, 'utf8') };
      return this.#page.html;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #preloadsFor(screenPath: string, remotes: readonly ServedRemote[]): Promise<string> {
    const screen = remoteScreenOf(screenPath);
    const remote = remotes.find(({ name }) => name === screen?.remote);
    const calls = ['/api/configuration', ...(remote && !remote.entry ? [remote.manifest] : [])];
    const provided = ((remote && (await this.#provided.value())) ?? []).map((file) => `/${file}`);
    const files = remote ? await this.#screenFiles.filesOf(remote, screen?.path ?? '') : [];
    const { entry } = remote ?? {};
    const preload = (address: string, how: string) =>
      `<link rel="preload" href="${escapeHtml(address)}" as=${how}>`;
    // After the app itself, which has to run before any of them is of use.
    const later = 'fetchpriority="low"';
    const script = (file: string) =>
      // As the script will ask for it; otherwise it would come twice.
      entry && file.endsWith(`/${entry.file}`) ? `"script" integrity="${entry.integrity}"` : '"script"';
    return [
      ...calls.map((address) => preload(address, '"fetch" crossorigin')),
      ...[...files, ...provided].map((file) =>
        preload(file, `${file.endsWith('.css') ? '"style"' : script(file)} ${later}`),
      ),
    ].join('');
  }
}

/** The remote's screen that an address shows. */
function remoteScreenOf(address: string): { remote: RemoteName; path: string } | undefined {
  for (const [remote, screens] of Object.entries(REMOTE_SCREENS)) {
    const screen = screens.find((each: ScreenInfo) => isAddressOf(each, address));
    if (screen) return { remote: remote as RemoteName, path: screen.path };
  }
  return undefined;
}
