/** @typedef {import('./history.mjs').History} History */
/** @typedef {{ key: string, queue: string, name: string, data: any, tries: number, left: number, over: boolean }} Job */

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

  /** A queue as a process has it: as much of Bull's as the product uses. @param {string} name */
  queue(name) {
    const keyOf = (/** @type {string} */ id) => `${name}:${id}`;
    return {
      name,
      isReady: async () => {},
      toKey: keyOf,
      // The product's only script takes a finished job off, which is gone already.
      client: { eval: async () => 0 },
      /** @param {string} job @param {any} data @param {{ jobId: string, attempts?: number }} options */
      add: async (job, data, { jobId, attempts = 1 }) => {
        const key = keyOf(jobId);
        if (this.#jobs.has(key)) return;
        const added = { key, queue: name, name: job, data, tries: 0, left: attempts, over: false };
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
