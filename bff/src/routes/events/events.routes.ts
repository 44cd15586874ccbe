import { AppError, eventsCall, MAX_EVENTS_PER_CALL } from '@partnerdesk/contracts';
import { type IngestLine, ingestEvents, readEventLine } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { parseJsonOrThrow } from '../../middleware/read-body';
import { signedBytes } from '../../middleware/signed-call';
import type { AddRoutes } from '../route-deps';

export const addEventRoutes: AddRoutes = ({ handle }) => {
  handle(eventsCall, ({ ctx }) => ingestEvents(readEvents(ctx, signedBytes(ctx))));
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
