import { photosCall } from '@partnerdesk/contracts';
import { receivePicture } from '@partnerdesk/domain';
import { enqueue, jobIdOf } from '@partnerdesk/queues';
import { once } from '../../middleware/once';
import { signedBytes } from '../../middleware/signed-call';
import type { AddRoutes } from '../route-deps';

/** The body is the picture, the query says whose it is; the signature covers both. The same again is the same picture. */
export const addPhotoRoutes: AddRoutes = ({ handle }, { storage, queues, redis, prefix }) => {
  handle(photosCall, async ({ ctx, query }) => {
    const { result, repeated } = await once(ctx, { redis, prefix }, () =>
      receivePicture(storage, query, signedBytes(ctx)),
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
    return { photoID, duplicate };
  });
};
