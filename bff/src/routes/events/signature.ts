import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, SIGNATURE_HEADERS } from '@partnerdesk/contracts';
import type { Ctx } from '../../context';

const TOLERANCE_MS = 5 * 60_000;
/** Seconds since 1970 reach this in the year 5138, milliseconds did in 1973. */
const FIRST_MILLISECONDS = 1e11;

/** Hex HMAC-SHA256 over `${timestamp}.${body}`. */
export function signatureOf(secret: string, timestamp: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/**
 * Checks a server-to-server call: X-Timestamp (seconds or milliseconds since 1970, at most 5 minutes from now) and
 * X-Signature over it and the body as it came.
 * @throws AppError bad_signature
 */
export function checkSignatureOrThrow(ctx: Ctx, secret: string, body: Buffer): void {
  const timestamp = ctx.get(SIGNATURE_HEADERS.timestamp);
  const given = Buffer.from(ctx.get(SIGNATURE_HEADERS.signature));
  const expected = Buffer.from(signatureOf(secret, timestamp, body));
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  if (!matches || !isRecent(timestamp))
    throw new AppError('bad_signature', 'The signature or its time is not valid');
}

/** For large bodies: refuses before reading what cannot be right. @throws AppError bad_signature */
export function checkSignedRecentlyOrThrow(ctx: Ctx): void {
  if (!ctx.get(SIGNATURE_HEADERS.signature) || !isRecent(ctx.get(SIGNATURE_HEADERS.timestamp)))
    throw new AppError('bad_signature', 'The signature or its time is not valid');
}

function isRecent(timestamp: string): boolean {
  if (!/^\d{1,16}$/.test(timestamp)) return false;
  const value = Number(timestamp);
  const atMs = value < FIRST_MILLISECONDS ? value * 1000 : value;
  return Math.abs(Date.now() - atMs) <= TOLERANCE_MS;
}
