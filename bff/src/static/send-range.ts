import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import parseRange from 'range-parser';
import type { Ctx } from '../context';

const UNSATISFIABLE = -1;

/**
 * Sends a file that players read in parts: Safari plays no video from a server that doesn't know ranges. As a body of
 * Koa's, not by `send`: that writes the headers itself, before the session's cookie is among them.
 */
export async function sendWithRanges(ctx: Ctx, file: string): Promise<void> {
  const { size } = await stat(file);
  ctx.set('Accept-Ranges', 'bytes');
  const header = ctx.get('range');
  const ranges = header.startsWith('bytes=') ? parseRange(size, header) : undefined;
  if (ranges === UNSATISFIABLE) {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    return;
  }
  // Several parts at once, and what is malformed, are answered with the whole file.
  const [part] = Array.isArray(ranges) && ranges.length === 1 ? ranges : [];
  const { start, end } = part ?? { start: 0, end: size - 1 };
  ctx.status = part ? 206 : 200;
  if (part) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  ctx.length = end - start + 1;
  ctx.body = createReadStream(file, { start, end });
}
