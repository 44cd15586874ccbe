import { AppError } from '@partnerdesk/contracts';
import getRawBody from 'raw-body';
import type { Ctx } from '../context';

/** Enough for every form; what takes more names its own limit. */
export const FORM_LIMIT_BYTES = 100_000;

/** The body as it came. @throws AppError payload_too_large, unsupported_media_type (compressed bodies) */
export async function readBytes(ctx: Ctx, limitBytes: number): Promise<Buffer> {
  const encoding = ctx.get('content-encoding') || 'identity';
  if (encoding !== 'identity')
    throw new AppError('unsupported_media_type', 'Compressed bodies are not supported');
  return getRawBody(ctx.req, { length: ctx.get('content-length') || null, limit: limitBytes });
}

/**
 * The JSON of a body; an empty body is an empty object.
 * @throws AppError payload_too_large, unsupported_media_type for anything but JSON, invalid_input for broken JSON
 */
export async function readJson(ctx: Ctx, limitBytes = FORM_LIMIT_BYTES): Promise<unknown> {
  const bytes = await readBytes(ctx, limitBytes);
  if (bytes.length === 0) return {};
  if (!ctx.is('application/json')) throw new AppError('unsupported_media_type', 'The body must be JSON');
  return parseJsonOrThrow(bytes);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Deeper than any body of ours. What compares or copies values does so by recursion, and runs out of stack. */
const MAX_DEPTH = 100;

/** @throws AppError invalid_input for what is not JSON in UTF-8, or nested too deep */
export function parseJsonOrThrow(bytes: Buffer): unknown {
  if (depthOf(bytes) > MAX_DEPTH) throw new AppError('invalid_input', 'The body is nested too deep');
  try {
    const text = utf8.decode(bytes);
    // Reading key by key is slow, and hardly ever needed.
    return text.includes('__proto__') ? JSON.parse(text, refuseProto) : JSON.parse(text);
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

/** A key that copies of an object would take for its prototype: schemas don't see it. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is no field');
  return value;
}
