import type { CaptchaChallenge } from './calls/entrance.calls';

/** What CaptchaToken carries as base64url of its JSON: the challenge as it came, and the nonce that solves it. */
export interface CaptchaSolution extends CaptchaChallenge {
  nonce: number;
}

/** The text whose SHA-256 (UTF-8) has to start with `difficulty` zero bits. */
export function captchaInput(challenge: string, nonce: number): string {
  return `${challenge}.${nonce}`;
}

/** How many bits from the front are zero. */
export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** Details of too_many_requests at a sign-in that a solved challenge passes. */
export interface SignInRefusal {
  challenge: CaptchaChallenge;
}
