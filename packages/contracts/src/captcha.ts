/**
 * GET /captcha-challenge: the invisible proof of work of a form that visitors may send (docs/RULES.md, Accounts and
 * access "Captcha").
 */
export interface CaptchaChallenge {
  /** Random text, URL-safe. */
  challenge: string;
  /** How many leading bits of the hash have to be zero. */
  difficulty: number;
  /** ISO 8601; a solution is refused after this instant, and when it was used before. */
  expires: string;
  /** The server's signature over challenge, difficulty and expires, so that it need not remember them. */
  signature: string;
}

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
