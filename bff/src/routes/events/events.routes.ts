import { AppError } from '@partnerdesk/contracts';
import { type IngestLine, ingestEvents } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { signedBody } from '../../middleware/signed-call';
import type { AddRoutes } from '../route-deps';
import { readEventArray, readEventLines } from './events.schema';

/** A thousand events of 4 kB each: the service's are a tenth of that. */
const LIMIT_BYTES = 4_000_000;

/**
 * Server to server: no session, no origin check, a signature instead. Sending the same again changes nothing, so a
 * caller that got no answer just repeats.
 */
export const addEventRoutes: AddRoutes = (router, { env }) => {
  const signed = signedBody({ secret: env.eventsSecret, limitBytes: LIMIT_BYTES });
  router.post('/events', signed, async (ctx) => {
    ctx.body = await ingestEvents(readEvents(ctx, ctx.state.bytes));
  });
};

function readEvents(ctx: Ctx, body: Buffer): IngestLine[] {
  if (ctx.is('application/x-ndjson')) return readEventLines(body);
  if (ctx.is('application/json')) return readEventArray(body);
  throw new AppError('unsupported_media_type', 'The body must be application/json or application/x-ndjson');
}
