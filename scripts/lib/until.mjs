import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until there is an answer, or the time is over.
 * @template Answer
 * @param {() => Answer | Promise<Answer>} ask @param {number} timeoutMs @param {number} [everyMs]
 * @returns {Promise<Answer>} the last answer: none if it did not come in time
 */
export async function until(ask, timeoutMs, everyMs = 20) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer || Date.now() >= deadline) return answer;
    await sleep(everyMs);
  }
}
