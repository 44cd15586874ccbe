/** @typedef {import('./history.mjs').History} History */
/** @typedef {{ key: string, name: string, data: any, tries: number, left: number, over: boolean }} Job */

/** So long an answer takes at most: longer than a job is left to one worker (ms). */
const SLOW_MS = 40_000;

/** What the product calls: a mail server and affiliates' trackers, which answer late, not at all, or wrongly. @param {History} history */
export function outsideOf(history) {
  /** How often each mail came. @type {Map<string, number>} */
  const mails = new Map();
  /** How often each call came. @type {Map<string, number>} */
  const calls = new Map();
  const { world } = history;
  const isBad = (/** @type {number} */ share) => !history.isQuiet && history.random() < share;
  const wait = () => {
    const current = /** @type {any} */ (world.current);
    // A worker may die while it calls.
    if (isBad(0.04)) world.after(history.random() * 5, current, () => current.crash(2000));
    const ms = isBad(history.plan.slowOutside) ? SLOW_MS : 5;
    return new Promise((resolve) => world.after(history.random() * ms, current, () => resolve(undefined)));
  };
  /** @param {Map<string, number>} map @param {string} key */
  const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  return {
    mails,
    calls,
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

/** After so long a worker that says nothing has lost its job to another one (ms). */
const STALLED_MS = 15_000;

/** What Redis and Bull are to the product: jobs by id, done at least once as long as Redis remembers them. */
export class Queues {
  /** @type {Map<string, Job>} */
  #jobs = new Map();
  #history;

  /** @param {History} history */
  constructor(history) {
    this.#history = history;
  }

  /** A queue as a process has it: as much of Bull's as the product uses. @param {string} queue */
  queue(queue) {
    const toKey = (/** @type {string} */ id) => `${queue}:${id}`;
    return {
      name: queue,
      isReady: async () => {},
      toKey,
      // The product's only script takes a finished job off, which is gone already.
      client: { eval: async () => 0 },
      /** @param {string} name @param {any} data @param {{ jobId: string, attempts?: number }} options */
      add: async (name, data, { jobId, attempts = 1 }) => {
        const key = toKey(jobId);
        if (this.#jobs.has(key)) return;
        const added = { key, name, data, tries: 0, left: attempts, over: false };
        this.#jobs.set(key, added);
        this.#give(added, 1);
      },
    };
  }

  get all() {
    const names = ['payroll', 'mail', 'pictures', 'postbacks'];
    return Object.fromEntries(names.map((name) => [name, this.queue(name)]));
  }

  get isEmpty() {
    return this.#jobs.size === 0;
  }

  /** Redis is emptied; what runs goes on. */
  forget() {
    for (const job of this.#jobs.values()) job.over = true;
    this.#jobs.clear();
  }

  /** @param {Job} job @param {number} delayMs */
  #give(job, delayMs) {
    this.#history.world.after(delayMs, undefined, () => void this.#perform(job));
  }

  /** @param {Job} job */
  async #perform(job) {
    const history = this.#history;
    if (job.over) return;
    const worker = history.anyProcess('worker');
    if (!worker) return this.#give(job, 500);
    job.tries += 1;
    const mine = job.tries;
    history.world.after(STALLED_MS, undefined, () => job.tries === mine && void this.#perform(job));
    const end = () => {
      job.over = true;
      if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key);
    };
    await worker
      .call(({ handlers }) => handlers[job.name](job.data, { ...history.outside, lastTry: job.left <= 1 }))
      .then(end, (error) => {
        if (job.over || error.died) return;
        job.left -= 1;
        if (job.left > 0) this.#give(job, 1000);
        else end();
      });
  }
}
