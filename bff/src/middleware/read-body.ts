import type { IncomingMessage } from 'node:http';
import { AppError, parseJson } from '@partnerdesk/contracts';
import getRawBody from 'raw-body';
import type { Ctx } from '../context';

/** Enough for every form; what takes more names its own limit. */
export const FORM_LIMIT_BYTES = 100_000;

/**
 * Bodies of callers who have proved nothing yet take so much memory together. A further one cuts off the one that has been
 * arriving for the longest: who begins bodies and never ends them keeps nobody from signing in.
 */
const UNPROVEN_LIMIT_BYTES = 16_000_000;
/** The bytes that are kept free for each, in the order in which they began. */
const unproven = new Map<IncomingMessage, number>();
let unprovenBytes = 0;

function reserve(req: IncomingMessage, bytes: number): void {
  for (const other of unproven.keys()) {
    if (unprovenBytes + bytes <= UNPROVEN_LIMIT_BYTES) break;
    release(other);
    other.destroy();
  }
  unproven.set(req, bytes);
  unprovenBytes += bytes;
}

function release(req: IncomingMessage): void {
  unprovenBytes -= unproven.get(req) ?? 0;
  unproven.delete(req);
}

/**
 * The body as it came.
 * @param proven whether the caller has proved to be entitled to send it; default: somebody is signed in
 * @throws AppError payload_too_large, unsupported_media_type (compressed bodies)
 */
export async function readBytes(
  ctx: Ctx,
  limitBytes: number,
  { proven = ctx.state.principal !== null }: { proven?: boolean } = {},
): Promise<Buffer> {
  checkHeadOrThrow(ctx, limitBytes);
  const length = ctx.get('content-length');
  const read = () => getRawBody(ctx.req, { length: length || null, limit: limitBytes });
  if (proven) {
    ctx.state.proven = true;
    return read();
  }
  reserve(ctx.req, length ? Number(length) : limitBytes);
  try {
    return await read();
  } finally {
    release(ctx.req);
  }
}

/** @throws AppError unsupported_media_type (compressed bodies), payload_too_large */
function checkHeadOrThrow(ctx: Ctx, limitBytes: number): void {
  const encoding = ctx.get('content-encoding') || 'identity';
  if (encoding !== 'identity')
    throw new AppError('unsupported_media_type', 'Compressed bodies are not supported');
  checkLengthOrThrow(ctx, limitBytes);
}

/** By the length that the caller states; a body without one is cut off while it is read. @throws AppError payload_too_large */
export function checkLengthOrThrow(ctx: Ctx, limitBytes: number): void {
  if (Number(ctx.get('content-length')) > limitBytes)
    throw new AppError('payload_too_large', 'The body is too large');
}

/**
 * The JSON of a body, empty: an empty object. That of a signed call is JSON whatever it says.
 * @throws AppError payload_too_large, unsupported_media_type for other types, invalid_input for broken JSON
 */
export async function readJson(
  ctx: Ctx,
  limitBytes = FORM_LIMIT_BYTES,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  if (ctx.state.bytes) return parseJsonOrThrow(ctx.state.bytes);
  const bytes = await readBytes(ctx, limitBytes);
  if (bytes.length === 0) return {};
  if (!ctx.is(...types)) throw new AppError('unsupported_media_type', 'The body must be JSON');
  return parseJsonOrThrow(bytes);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Deeper than any body of ours. What compares or copies values does so by recursion, and runs out of stack. */
const MAX_DEPTH = 100;

/** @throws AppError invalid_input for what is not JSON in UTF-8, or nested too deep */
export function parseJsonOrThrow(bytes: Buffer): unknown {
  if (depthOf(bytes) > MAX_DEPTH) throw new AppError('invalid_input', 'The body is nested too deep');
  try {
    return parseJson(utf8.decode(bytes));
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON');
  }
}

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [...Buffer.from('"\\[]{}')];

/** How deep lists and objects are nested, at most. */
function depthOf(json: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === LIST || byte === OBJECT) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
  }
  return deepest;
}
