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

/** By a screen's path the names of its scripts and styles, and of what it takes from the shell. */
type Names = Record<string, string[]>;

/** A list that a build has written down; of one that is being written nothing gets a start ahead. */
const followNames = (folder: string, name: string): FollowedFile<Names> =>
  new FollowedFile(
    path.join(folder, name),
    (content) => {
      try {
        return JSON.parse(content.toString());
      } catch {
        return {};
      }
    },
    () => undefined,
  );

interface Page {
  mtimeMs: number;
  html: string;
}

/** The shell's document; read again when a new build has replaced it. */
export class IndexPage {
  readonly #file: string;
  /** By a remote's folder what its screens are loaded from. */
  readonly #screens = new Map<string, FollowedFile<Names>>();
  /** By what the shell provides to screens of remotes its scripts. */
  readonly #provided: FollowedFile<Names>;
  #page: Page | undefined;

  constructor(shellRoot: string) {
    this.#file = path.join(shellRoot, 'index.html');
    this.#provided = followNames(shellRoot, 'provided.json');
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
    const files = remote ? await this.#filesOf(remote, screen?.path ?? '') : [];
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
      ...files.map((file) => preload(file, `${file.endsWith('.css') ? '"style"' : script(file)} ${later}`)),
    ].join('');
  }

  /** The addresses of a remote's screen: of its own files, and of the scripts of what it takes from the shell. */
  async #filesOf(remote: ServedRemote, screenPath: string): Promise<string[]> {
    const { manifest, listed, folder } = remote;
    if (!folder) return [];
    const screens = this.#screens.get(folder) ?? followNames(folder, 'screens.json');
    this.#screens.set(folder, screens);
    const names = (await screens.value())?.[screenPath] ?? [];
    // A released build's list may have been changed since: what the build lacks is left out.
    const own = names.filter((name) => /\.(js|css)$/.test(name) && (!listed || listed.has(name)));
    const shared = (await this.#provided.value()) ?? {};
    return [
      ...own.map((file) => `${path.posix.dirname(manifest)}/${file}`),
      ...names.flatMap((name) => shared[name] ?? []).map((file) => `/${file}`),
    ];
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
