import { MAX_PHOTO_BYTES } from '@partnerdesk/contracts';
import { receivePicture } from '@partnerdesk/domain';
import { enqueue, jobIdOf } from '@partnerdesk/queues';
import type { Step } from '../../context';
import { readBytes } from '../../middleware/read-body';
import { validQuery } from '../../middleware/validate';
import { checkSignatureOrThrow, checkSignedRecentlyOrThrow } from '../events/signature';
import type { AddRoutes } from '../route-deps';
import { photoQuery } from './photos.schema';

/**
 * Server to server, as POST /events: the body is the picture, the query says whose it is. The signature covers both:
 * hex HMAC-SHA256 over `${timestamp}.${query}\n${body}`, the query as it stands in the address, without '?'.
 * The same again is the same picture, so a caller that got no answer just repeats.
 */
export const addPhotoRoutes: AddRoutes = (router, { env, storage, queues }) => {
  const signedRecently: Step = (ctx, next) => {
    checkSignedRecentlyOrThrow(ctx);
    return next();
  };
  router.post('/photos', signedRecently, validQuery(photoQuery), async (ctx) => {
    const upload = await readBytes(ctx, MAX_PHOTO_BYTES);
    const signed = Buffer.concat([Buffer.from(`${ctx.querystring}\n`), upload]);
    checkSignatureOrThrow(ctx, env.eventsSecret, signed);
    const receipt = await receivePicture(storage, ctx.state.query, upload);
    const { photoID } = receipt;
    // Stored by now: if this fails, the worker finds the picture by itself.
    await enqueue(
      queues.pictures,
      'process-photo',
      { photoID },
      { jobId: jobIdOf('process-photo', photoID) },
    ).catch((err: unknown) => ctx.state.logger.error({ err, photoID }, 'no job for a picture'));
    ctx.status = receipt.duplicate ? 200 : 201;
    ctx.body = receipt;
  });
};
