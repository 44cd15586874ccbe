import { stat } from 'node:fs/promises';
import path from 'node:path';
import send from 'koa-send';
import type { Ctx } from '../context';
import type { ReleasedFile } from '../releases/releases';

/** A name with a hash of its content in it: it never changes, so browsers need never ask again. */
const HASHED = /[.-][0-9a-f]{8,}\.[\w.]+$/;

const YEAR_S = 31_536_000;

/**
 * Sends a file of a build, as a body of Koa's so that it is compressed: `send` writes to the socket past that.
 * Hashed names may be kept for good, all others are asked for again each time.
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
 * Sends a file of a released build, or the compressed copy of it that the browser takes.
 * @param read the content of a file of the build; undefined: it has none, or not the one that was released
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
