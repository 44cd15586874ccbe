import { AppError, eventsCall } from '@partnerdesk/contracts';
import { type IngestLine, ingestEvents } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { signedBytes } from '../../middleware/signed-call';
import type { AddRoutes } from '../route-deps';
import { readEventArray, readEventLines } from './events.schema';

export const addEventRoutes: AddRoutes = ({ handle }) => {
  handle(eventsCall, ({ ctx }) => ingestEvents(readEvents(ctx, signedBytes(ctx))));
};

function readEvents(ctx: Ctx, body: Buffer): IngestLine[] {
  if (ctx.is('application/x-ndjson')) return readEventLines(body);
  if (ctx.is('application/json')) return readEventArray(body);
  throw new AppError('unsupported_media_type', 'The body must be application/json or application/x-ndjson');
}
