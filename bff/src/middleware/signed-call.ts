import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, SIGNATURE_HEADERS } from '@partnerdesk/contracts';
import { signatureOf } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import type { Ctx, Step } from '../context';
import { checkLengthOrThrow, readBytes } from './read-body';

/** A timestamp may be so far from now, earlier or later. */
const TOLERANCE_MS = 5 * 60_000;
/** So long a signature is valid at most: a caller whose clock is ahead signs early. */
const SIGNATURE_VALID_MS = 2 * TOLERANCE_MS;
/** Seconds since 1970 reach this in the year 5138, milliseconds did in 1973. */
const FIRST_MILLISECONDS = 1e11;
/** Bodies from here on are signed by their digest: without one they would be read before anything is proved. */
const DIGEST_FROM_BYTES = 64_000;

interface Options {
  secret: string;
  limitBytes: number;
  /** Whether the older signature, which has no digest, covers the query: `${timestamp}.${query}\n${body}`. */
  coversQuery: boolean;
}

/**
 * A server-to-server call: a signature instead of session and origin. Time, size and the signature over the digest are
 * checked before the body is read; bodies under 64 kB may still be signed without a digest.
 * @throws AppError bad_signature, payload_too_large, unsupported_media_type (compressed bodies)
 */
export function signedBody(options: Options): Step {
  return async (ctx, next) => {
    const timestamp = ctx.get(SIGNATURE_HEADERS.timestamp);
    if (!ctx.get(SIGNATURE_HEADERS.signature) || !isRecent(timestamp)) throw badSignature();
    checkLengthOrThrow(ctx, options.limitBytes);
    const digest = ctx.get(SIGNATURE_HEADERS.digest);
    ctx.state.bytes = digest
      ? await readDigested(ctx, digest, timestamp, options)
      : await readUndigested(ctx, timestamp, options);
    await next();
  };
}

export function signedBytes(ctx: Ctx): Buffer {
  if (!ctx.state.bytes) throw new Error('this route is missing its signature step');
  return ctx.state.bytes;
}

async function readDigested(ctx: Ctx, digest: string, timestamp: string, { secret, limitBytes }: Options) {
  const call = { method: ctx.method, address: ctx.originalUrl, timestamp };
  compareOrThrow(ctx.get(SIGNATURE_HEADERS.signature), signatureOf(secret, call, digest));
  const bytes = await readBytes(ctx, limitBytes, { proven: true });
  compareOrThrow(digest, createHash('sha256').update(bytes).digest('hex'));
  return bytes;
}

async function readUndigested(ctx: Ctx, timestamp: string, { secret, limitBytes, coversQuery }: Options) {
  if (Number(ctx.get('content-length')) >= DIGEST_FROM_BYTES) throw badSignature();
  const bytes = await readBytes(ctx, Math.min(limitBytes, DIGEST_FROM_BYTES - 1));
  const prefix = `${timestamp}.${coversQuery ? `${ctx.querystring}\n` : ''}`;
  const expected = createHmac('sha256', secret).update(prefix).update(bytes).digest('hex');
  compareOrThrow(ctx.get(SIGNATURE_HEADERS.signature), expected);
  return bytes;
}

const badSignature = () =>
  new AppError(
    'bad_signature',
    'The signature or its time is not valid, or a body of 64 kB or more came without its digest',
  );

function compareOrThrow(given: string, expected: string): void {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw badSignature();
}

function isRecent(timestamp: string): boolean {
  if (!/^\d{1,16}$/.test(timestamp)) return false;
  const value = Number(timestamp);
  const atMs = value < FIRST_MILLISECONDS ? value * 1000 : value;
  return Math.abs(Date.now() - atMs) <= TOLERANCE_MS;
}

const UNDER_WAY = 'under way';

/**
 * Does what a signed call asks for once while its signature is valid: what somebody has recorded and sends again changes
 * nothing, also when the first has been overtaken since.
 * @throws AppError conflict while the first is under way; what `act` throws, after which the call may be repeated
 */
export async function once<Result>(
  ctx: Ctx,
  { redis, prefix }: { redis: Redis; prefix: string },
  act: () => Promise<Result>,
): Promise<{ result: Result; repeated: boolean }> {
  const key = `${prefix}:signed:${keyOf(ctx)}`;
  const first = await redis.set(key, UNDER_WAY, 'PX', SIGNATURE_VALID_MS, 'NX');
  if (first !== 'OK') {
    const known = await redis.get(key);
    if (known && known !== UNDER_WAY) return { result: JSON.parse(known), repeated: true };
    throw new AppError('conflict', 'This call is being worked on');
  }
  try {
    const result = await act();
    await redis.set(key, JSON.stringify(result), 'PX', SIGNATURE_VALID_MS);
    return { result, repeated: false };
  } catch (error) {
    await redis.del(key);
    throw error;
  }
}

function keyOf(ctx: Ctx): string {
  const signature = ctx.get(SIGNATURE_HEADERS.signature);
  return createHash('sha256').update(`${ctx.method} ${ctx.path} ${signature}`).digest('base64url');
}
