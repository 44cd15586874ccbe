import { createHash, createHmac } from 'node:crypto';
import { SIGNATURE_HEADERS } from '@partnerdesk/contracts';

/** A call as it is signed. */
export interface SignedCall {
  method: string;
  /** Path and query as they stand in the request. */
  address: string;
  /** Seconds or milliseconds since 1970. */
  timestamp: string;
}

/** Hex HMAC-SHA256 over `${timestamp}.${method} ${address}\n${digest}`. @param digest hex SHA-256 of the body */
export const signatureOf = (secret: string, { timestamp, method, address }: SignedCall, digest: string) =>
  createHmac('sha256', secret).update(`${timestamp}.${method} ${address}\n${digest}`).digest('hex');

/** Headers of a signed call: worth nothing at another endpoint, and checked before the body is read. */
export function signCall(secret: string, call: SignedCall, body: Buffer): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    [SIGNATURE_HEADERS.timestamp]: call.timestamp,
    [SIGNATURE_HEADERS.digest]: digest,
    [SIGNATURE_HEADERS.signature]: signatureOf(secret, call, digest),
  };
}
