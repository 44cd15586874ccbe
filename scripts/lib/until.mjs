import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is yes, or the time is over.
 * @param {() => unknown} isSo
 * @param {number} timeoutMs
 * @param {number} [everyMs]
 * @returns {Promise<boolean>} whether it was in time
 */
export async function until(isSo, timeoutMs, everyMs = 20) {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() >= deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
