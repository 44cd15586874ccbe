// The browser's own SHA-256 is asynchronous, which costs ten times the hash itself, and is missing on plain http.
import { sha256 } from '@noble/hashes/sha2.js';
import { type CaptchaChallenge, captchaInput, leadingZeroBits } from '@partnerdesk/contracts';

/** Hashes before the page may draw again: a few milliseconds. */
const HASHES_AT_ONCE = 1000;

const breathe = () => new Promise((resolve) => setTimeout(resolve));

/** Finds the nonce that solves a challenge, without ever blocking the page for long. */
export async function solveChallenge({ challenge, difficulty }: CaptchaChallenge): Promise<number> {
  const encoder = new TextEncoder();
  for (let nonce = 0; ; nonce += 1) {
    if (leadingZeroBits(sha256(encoder.encode(captchaInput(challenge, nonce)))) >= difficulty) return nonce;
    if (nonce % HASHES_AT_ONCE === HASHES_AT_ONCE - 1) await breathe();
  }
}

/** A solution as CaptchaToken carries it: base64url of its JSON. */
export function captchaToken(challenge: CaptchaChallenge, nonce: number): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...challenge, nonce }));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
