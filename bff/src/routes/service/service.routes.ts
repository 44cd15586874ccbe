import { AppError, eventsCall, MAX_EVENTS_PER_CALL, photosCall, profilesCall } from '@partnerdesk/contracts';
import {
  type IngestLine,
  ingestEvents,
  readEventLine,
  receivePicture,
  submitProfile,
} from '@partnerdesk/domain';
import { enqueue } from '@partnerdesk/queues';
import type { Ctx } from '../../context';
import { parseJsonOrThrow } from '../../middleware/read-body';
import { once, signedBytes } from '../../middleware/signed-call';
import type { AddRoutes } from '../route-deps';

/** What the service hands in. The same again changes nothing. */
export const addServiceRoutes: AddRoutes = ({ handle }, { storage, queues, redis, prefix }) => {
  handle(eventsCall, ({ ctx }) => ingestEvents(readEvents(ctx, signedBytes(ctx))));

  handle(profilesCall, async ({ ctx, body }) => {
    const { result } = await once(ctx, { redis, prefix }, () => submitProfile(body));
    return { profileID: result };
  });

  // The body is the picture, the query says whose it is; the signature covers both.
  handle(photosCall, async ({ ctx, query }) => {
    const { result, repeated } = await once(ctx, { redis, prefix }, () =>
      receivePicture(storage, query, signedBytes(ctx)),
    );
    const { photoID } = result;
    const duplicate = result.duplicate || repeated;
    // Stored by now: if this fails, the worker finds the picture by itself.
    await enqueue(queues.pictures, 'process-photo', { photoID }).catch((err: unknown) =>
      ctx.state.logger.error({ err, photoID }, 'no job for a picture'),
    );
    ctx.status = duplicate ? 200 : 201;
    return { photoID, duplicate };
  });
};

function readEvents(ctx: Ctx, body: Buffer): IngestLine[] {
  if (ctx.is('application/x-ndjson')) return readEventLines(body);
  if (ctx.is('application/json')) return readEventArray(body);
  throw new AppError('unsupported_media_type', 'The body must be application/json or application/x-ndjson');
}

const NEW_LINE = 0x0a;
/** Empty lines are none, yet take their time. */
const MAX_LINES = 10 * MAX_EVENTS_PER_CALL;

/** The events of a JSON array; line 1 is the first. @throws AppError invalid_input when it is none */
function readEventArray(body: Buffer): IngestLine[] {
  const values = parseJsonOrThrow(body);
  if (!Array.isArray(values)) throw new AppError('invalid_input', 'The body must be an array of events');
  checkCountOrThrow(values.length);
  return values.map((value, index) => ({ line: index + 1, value }));
}

/** The events of newline-delimited JSON; empty lines are none, a line that is no JSON is refused by itself. */
function readEventLines(body: Buffer): IngestLine[] {
  const lines: IngestLine[] = [];
  let start = 0;
  for (let number = 1; start < body.length; number += 1) {
    if (number > MAX_LINES) throw new AppError('payload_too_large', `A call has at most ${MAX_LINES} lines`);
    const newLine = body.indexOf(NEW_LINE, start);
    const end = newLine === -1 ? body.length : newLine;
    const line = readEventLine(body.subarray(start, end), number);
    if (line) checkCountOrThrow(lines.push(line));
    start = end + 1;
  }
  return lines;
}

function checkCountOrThrow(count: number): void {
  if (count > MAX_EVENTS_PER_CALL)
    throw new AppError('payload_too_large', `A call takes at most ${MAX_EVENTS_PER_CALL} events`);
}
