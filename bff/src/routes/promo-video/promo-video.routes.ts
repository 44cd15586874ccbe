import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { downloadPromoVideoCall, PROMO_VIDEO, promoVideoCall } from '@partnerdesk/contracts';
import parseRange from 'range-parser';
import { ANSWERED } from '../../calls/handle';
import type { Ctx } from '../../context';
import type { AddRoutes } from '../route-deps';

/** Made by bff/assets/make-promo-video.mjs. */
const VIDEO_FILE = path.join(__dirname, '../../../assets', PROMO_VIDEO.filename);

export const addPromoVideoRoutes: AddRoutes = ({ handle }) => {
  // Affiliates embed it on their own sites.
  handle(promoVideoCall, ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendVideo(ctx);
  });

  handle(downloadPromoVideoCall, ({ ctx }) => {
    ctx.attachment(PROMO_VIDEO.filename);
    return sendVideo(ctx);
  });
};

const UNSATISFIABLE = -1;

/**
 * In parts, without which Safari plays nothing. As a body of Koa's: `send` writes the headers before the session's cookie
 * is among them.
 */
async function sendVideo(ctx: Ctx): Promise<typeof ANSWERED> {
  const { size } = await stat(VIDEO_FILE);
  ctx.type = 'video/mp4';
  ctx.set('Accept-Ranges', 'bytes');
  const header = ctx.get('range');
  const ranges = header.startsWith('bytes=') ? parseRange(size, header) : undefined;
  if (ranges === UNSATISFIABLE) {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    return ANSWERED;
  }
  // Several parts at once, and what is malformed, are answered with the whole file.
  const [part] = Array.isArray(ranges) && ranges.length === 1 ? ranges : [];
  const { start, end } = part ?? { start: 0, end: size - 1 };
  ctx.status = part ? 206 : 200;
  if (part) ctx.set('Content-Range', `bytes ${start}-${end}/${size}`);
  ctx.length = end - start + 1;
  ctx.body = createReadStream(VIDEO_FILE, { start, end });
  return ANSWERED;
}
