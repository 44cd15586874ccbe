import path from 'node:path';
import { downloadPromoVideoCall, PROMO_VIDEO, promoVideoCall } from '@partnerdesk/contracts';
import { ANSWERED } from '../../calls/handle';
import { sendWithRanges } from '../../static/send-range';
import type { AddRoutes } from '../route-deps';

/** Made by bff/assets/make-promo-video.mjs. */
const VIDEO_FILE = path.join(__dirname, '../../../assets', PROMO_VIDEO.filename);

export const addPromoVideoRoutes: AddRoutes = ({ handle }) => {
  // Affiliates embed it on their own sites.
  handle(promoVideoCall, async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.type = 'video/mp4';
    await sendWithRanges(ctx, VIDEO_FILE);
    return ANSWERED;
  });

  handle(downloadPromoVideoCall, async ({ ctx }) => {
    ctx.attachment(PROMO_VIDEO.filename);
    ctx.type = 'video/mp4';
    await sendWithRanges(ctx, VIDEO_FILE);
    return ANSWERED;
  });
};
