import { stat } from 'node:fs/promises';
import path from 'node:path';
import send from 'koa-send';
import type { Ctx } from '../context';

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
  ctx.set('Cache-Control', HASHED.test(name) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
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
