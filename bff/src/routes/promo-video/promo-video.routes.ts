import path from 'node:path';
import { PROMO_VIDEO } from '@partnerdesk/contracts';
import Joi from 'joi';
import { isAffiliate, permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import { sendWithRanges } from '../../static/send-range';
import type { AddRoutes } from '../route-deps';

/** Made by bff/assets/make-promo-video.mjs. */
const VIDEO_FILE = path.join(__dirname, '../../../assets', PROMO_VIDEO.filename);

const downloadQuery = Joi.object({ filename: Joi.valid(PROMO_VIDEO.filename).required() });

export const addPromoVideoRoutes: AddRoutes = (router, { session }) => {
  // Affiliates embed it on their own sites.
  router.get(`/assets/videos/${PROMO_VIDEO.filename}`, async (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.type = 'video/mp4';
    await sendWithRanges(ctx, VIDEO_FILE);
  });

  router.get(
    '/download-promo-video',
    session,
    permit(isAffiliate),
    validQuery(downloadQuery),
    async (ctx) => {
      ctx.attachment(PROMO_VIDEO.filename);
      ctx.type = 'video/mp4';
      await sendWithRanges(ctx, VIDEO_FILE);
    },
  );
};
