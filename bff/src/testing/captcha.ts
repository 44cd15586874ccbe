import { createHash } from 'node:crypto';
import { type CaptchaChallenge, captchaInput, leadingZeroBits } from '@partnerdesk/contracts';
import type { TestClient } from './test-client';

/** Solves a challenge as the form does. */
export function solve(challenge: CaptchaChallenge): string {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(captchaInput(challenge.challenge, nonce)).digest();
    if (leadingZeroBits(hash) >= challenge.difficulty) return encodeSolution({ ...challenge, nonce });
  }
}

export function encodeSolution(solution: unknown): string {
  return Buffer.from(JSON.stringify(solution)).toString('base64url');
}

/** A CaptchaToken as a patient visitor has it. */
export async function takeCaptcha(client: TestClient): Promise<string> {
  const { status, body } = await client.get('/api/captcha-challenge');
  if (status !== 200) throw new Error(`no challenge: ${status} ${JSON.stringify(body)}`);
  return solve(body);
}
