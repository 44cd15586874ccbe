import { stat } from 'node:fs/promises';
import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@partnerdesk/contracts';
import type { Env } from '@partnerdesk/node';
import send from 'koa-send';
import type { Ctx, Step } from '../context';
import { type ReleasedFile, type Releases, visitorNumber } from '../releases/releases';
import { IndexPage } from './index-page';

/** Folders of the builds that this server hands out. */
export interface StaticRoots {
  shell: string;
  remotes: Record<RemoteName, string>;
}

/** What can only be a screen. Another name is one for who asks for a page: a script that is gone stays a 404. */
const SCREEN_PATH = /^\/[\w/-]*$/;

const REMOTE_FILE = /^\/remotes\/([^/]+)\/(.+)$/;

/** A file of a remote that was released by itself. */
const RELEASED_FILE = /^([\w.]+-[0-9a-f]{10})\/(.+)$/;

/** /remotes/<name>/… with true 404s (a loader must not take a page for a script), all else from the shell. */
export function serveBuilds(roots: StaticRoots, releases: Releases, env: Env): Step {
  const page = new IndexPage(roots.shell);
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (isUnder(ctx.path, '/api')) return next();
    if (isUnder(ctx.path, '/remotes'))
      return (await sendRemoteFile(ctx, roots, releases)) ? undefined : next();
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await sendFile(ctx, roots.shell, ctx.path)))
      return;
    if (!ctx.accepts('html') || !(SCREEN_PATH.test(ctx.path) || ctx.get('accept').includes('text/html')))
      return next();
    const remotes = await releases.servedTo(await visitorNumber(ctx, releases, env));
    const html = await page.htmlFor(ctx.path, remotes);
    if (html === undefined) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = html;
  };
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

async function sendRemoteFile(ctx: Ctx, roots: StaticRoots, releases: Releases): Promise<boolean> {
  const [, name, file] = REMOTE_FILE.exec(ctx.path) ?? [];
  if (!name || !file || !(REMOTE_NAMES as readonly string[]).includes(name)) return false;
  const [, version, released] = RELEASED_FILE.exec(file) ?? [];
  if (!version || !released) return sendFile(ctx, roots.remotes[name as RemoteName], file);
  const readFile = (each: string) => releases.fileOf(name as RemoteName, version, each);
  return sendReleased(ctx, released, readFile);
}

/** A name with a hash of its content in it: it never changes, so browsers need never ask again. */
const HASHED = /[.-][0-9a-f]{8,}\.[\w.]+$/;

const YEAR_S = 31_536_000;

/**
 * Sends a file of a build as a body of Koa's, so that it is compressed. Hashed names may be kept for good.
 * @returns false when there is no such file
 */
export async function sendFile(ctx: Ctx, root: string, name: string): Promise<boolean> {
  const sent = await sendOrUndefined(ctx, root, name);
  if (!sent) return false;
  const { size, mtimeMs } = await stat(sent);
  ctx.etag = `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  setCaching(ctx, name);
  return true;
}

/** By the name, and the entity tag that is set: what the browser has already is not sent again. */
function setCaching(ctx: Ctx, name: string): void {
  ctx.set('Cache-Control', HASHED.test(name) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
}

/** Compressed copies that a build has beside its files. */
const COPIES = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];

/**
 * Sends a file of a released build, or its compressed copy. @param read undefined: it has none, or not the released one
 * @returns false when there is no such file
 */
export async function sendReleased(
  ctx: Ctx,
  name: string,
  read: (name: string) => Promise<ReleasedFile | undefined>,
): Promise<boolean> {
  const copy = COPIES.find(({ encoding }) => ctx.acceptsEncodings(encoding, 'identity') === encoding);
  const compressed = copy && (await read(name + copy.ending));
  const file = compressed ?? (await read(name));
  if (!file) return false;
  if (copy && compressed) ctx.set('Content-Encoding', copy.encoding);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.type = path.extname(name);
  ctx.etag = `W/"${file.integrity}"`;
  ctx.body = file.content;
  setCaching(ctx, name);
  return true;
}

async function sendOrUndefined(ctx: Ctx, root: string, name: string): Promise<string | undefined> {
  try {
    const sent = await send(ctx as never, name, { root });
    // A compressed copy beside the file changes with it, and is another body under the same address.
    return typeof sent === 'string' ? path.resolve(sent) : undefined;
  } catch (error) {
    const { status } = error as { status?: number };
    // Names that leave the root (403), hidden files and broken escapes (400) are as good as missing.
    if (status === 404 || status === 400 || status === 403) return undefined;
    throw error;
  }
}
