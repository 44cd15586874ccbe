import { MAX_PHOTO_BYTES } from '@partnerdesk/contracts';
import { receivePicture } from '@partnerdesk/domain';
import { enqueue, jobIdOf } from '@partnerdesk/queues';
import { once } from '../../middleware/once';
import { signedBody } from '../../middleware/signed-call';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { photoQuery } from './photos.schema';

/**
 * Server to server, as POST /events: the body is the picture, the query says whose it is. The signature covers both.
 * The same again is the same picture, so a caller that got no answer just repeats.
 */
export const addPhotoRoutes: AddRoutes = (router, { env, storage, queues, redis, prefix }) => {
  const signed = signedBody({
    secret: env.eventsSecret,
    limitBytes: MAX_PHOTO_BYTES,
    oldPrefix: (ctx) => `${ctx.querystring}\n`,
  });
  router.post('/photos', signed, validQuery(photoQuery), async (ctx) => {
    const { query, bytes } = ctx.state;
    const { result, repeated } = await once(ctx, { redis, prefix }, () =>
      receivePicture(storage, query, bytes),
    );
    const { photoID } = result;
    const duplicate = result.duplicate || repeated;
    // Stored by now: if this fails, the worker finds the picture by itself.
    await enqueue(
      queues.pictures,
      'process-photo',
      { photoID },
      { jobId: jobIdOf('process-photo', photoID) },
    ).catch((err: unknown) => ctx.state.logger.error({ err, photoID }, 'no job for a picture'));
    ctx.status = duplicate ? 200 : 201;
    ctx.body = { photoID, duplicate };
  });
};
