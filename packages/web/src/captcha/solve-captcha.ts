import type { CaptchaChallenge } from '@partnerdesk/contracts';
import { shape } from '@partnerdesk/web/core';

/** Leading zero bits: a few seconds of work. */
const MAX_DIFFICULTY = 24;

export const isChallenge = shape.record<CaptchaChallenge>({
  challenge: shape.text,
  // More bits than this would keep the page busy for minutes.
  difficulty: (value): value is number => shape.number(value) && value <= MAX_DIFFICULTY,
  expires: shape.text,
  signature: shape.text,
});

/** Solves a challenge. @returns what CaptchaToken carries. The hash function is loaded only then */
export async function solveCaptcha(challenge: CaptchaChallenge): Promise<string> {
  const { captchaToken, solveChallenge } = await import('./solve-challenge');
  return captchaToken(challenge, await solveChallenge(challenge));
}
