import { type CaptchaChallenge, captchaChallengeCall, matches } from '@partnerdesk/contracts';

/** Leading zero bits: a few seconds of work. More would keep the page busy for minutes. */
const MAX_DIFFICULTY = 24;

/** Whether it is a challenge that a page takes up. */
export const isChallenge = (value: unknown): value is CaptchaChallenge =>
  matches(captchaChallengeCall.answer, value) && value.difficulty <= MAX_DIFFICULTY;

/** Solves a challenge. @returns what CaptchaToken carries. The hash function is loaded only then */
export async function solveCaptcha(challenge: CaptchaChallenge): Promise<string> {
  const { captchaToken, solveChallenge } = await import('./solve-challenge');
  return captchaToken(challenge, await solveChallenge(challenge));
}
