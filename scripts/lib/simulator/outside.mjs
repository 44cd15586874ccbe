/** @typedef {import('./history.mjs').History} History */

/** So long an answer takes at most: longer than a job is left to one worker (ms). */
const SLOW_MS = 40_000;

/** What the product calls: a mail server and affiliates' trackers, which answer late, not at all, or wrongly. @param {History} history */
export function outsideOf(history) {
  /** How often each mail came. @type {Map<string, number>} */
  const mails = new Map();
  /** How often each call came. @type {Map<string, number>} */
  const calls = new Map();
  const { world } = history;
  const wait = () => {
    const current = /** @type {any} */ (world.current);
    // A worker may die while it calls.
    if (isBad(0.04)) world.after(history.random() * 5, current, () => current.crash(2000));
    const ms = isBad(history.plan.slowOutside) ? SLOW_MS : 5;
    return new Promise((resolve) => world.after(history.random() * ms, current, () => resolve(undefined)));
  };
  const isBad = (/** @type {number} */ share) => !history.isQuiet && history.random() < share;
  /** @param {Map<string, number>} map @param {string} key */
  const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  return {
    mails,
    calls,
    publishRunEnd: async () => {},
    mailTransport: {
      /** @param {{ mailID: string }} mail @param {() => Promise<void>} beforeLastByte */
      async deliver({ mailID }, beforeLastByte) {
        await wait();
        // A slow one often takes nothing now, either.
        if (isBad(0.1 + history.plan.slowOutside / 2)) return { outcome: 'not-accepted', reason: 'later' };
        try {
          await beforeLastByte();
        } catch (error) {
          return { outcome: 'not-accepted', reason: String(error) };
        }
        await wait();
        count(mails, mailID);
        await wait();
        return isBad(0.1) ? { outcome: 'unknown', reason: 'no answer' } : { outcome: 'accepted' };
      },
    },
    /** @param {string} address */
    async makeCall(address) {
      await wait();
      if (isBad(0.1)) return { status: 503, reason: 'HTTP 503' };
      count(calls, new URL(address).searchParams.get('id') ?? '');
      await wait();
      return isBad(0.1) ? { status: null, reason: 'no answer' } : { status: 200, reason: '' };
    },
  };
}
