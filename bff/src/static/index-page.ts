import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  escapeHtml,
  isAddressOf,
  REMOTE_SCREENS,
  type RemoteName,
  type ScreenInfo,
} from '@partnerdesk/contracts';
import type { ServedRemote } from '../releases/releases';
import { ScreenFiles } from './screen-files';

interface Page {
  mtimeMs: number;
  html: string;
}

/** The shell's document; read again when a new build has replaced it. */
export class IndexPage {
  readonly #file: string;
  readonly #screenFiles = new ScreenFiles();
  #page: Page | undefined;

  constructor(shellRoot: string) {
    this.#file = path.join(shellRoot, 'index.html');
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
    const files = remote ? await this.#screenFiles.filesOf(remote, screen?.path ?? '') : [];
    const { entry } = remote ?? {};
    const preload = (address: string, how: string) =>
      `<link rel="preload" href="${escapeHtml(address)}" as=${how}>`;
    const script = (file: string) =>
      // As the script will ask for it; otherwise it would come twice.
      entry && file.endsWith(`/${entry.file}`) ? `"script" integrity="${entry.integrity}"` : '"script"';
    return [
      ...calls.map((address) => preload(address, '"fetch" crossorigin')),
      ...files.map((file) => preload(file, file.endsWith('.css') ? '"style"' : script(file))),
    ].join('');
  }
}

/** The remote's screen that an address shows. */
export function remoteScreenOf(address: string): { remote: RemoteName; path: string } | undefined {
  for (const [remote, screens] of Object.entries(REMOTE_SCREENS)) {
    const screen = screens.find((each: ScreenInfo) => isAddressOf(each, address));
    if (screen) return { remote: remote as RemoteName, path: screen.path };
  }
  return undefined;
}
