import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Ctx } from '../context';

/** Sends a file that players read in parts: Safari plays no video from a server that doesn't know ranges. */
export async function sendWithRanges(ctx: Ctx, file: string): Promise<void> {
  const { size } = await stat(file);
  ctx.set('Accept-Ranges', 'bytes');
  const range = readRange(ctx.get('range'), size);
  if (range === 'unsatisfiable') {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  ctx.status = range ? 206 : 200;
  if (range) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  ctx.length = end - start + 1;
  ctx.body = createReadStream(file, { start, end });
}

/** One range of bytes; undefined for none, or for what may be answered with the whole file. */
export function readRange(
  header: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
