import { createHash } from 'node:crypto';

/** When every history begins: noon of a winter's day in New York (ms since 1970). */
export const START_MS = Date.UTC(2026, 2, 16, 17);

/**
 * @typedef {{ name: string, alive: boolean, pausedUntil: number, skewMs: number }} Owner what can die, and stand still
 * @typedef {{ at: number, order: number, owner: Owner | undefined, run: () => unknown }} Happening `owner`: the process to
 *   which it happens; none: the world's own
 */

/** No history takes so many until something comes of it. */
const MANY_STEPS = 50_000;

const idle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Virtual time: one thing happens after the other, each only when everything that the one before has caused waits for
 * something. So what happens next depends on the seed alone, and never on the machine.
 */
export class World {
  /** Time since the beginning (ms). */
  now = 0;
  steps = 0;
  /** The process to which something happens at this moment: what it starts is its own. @type {Owner | undefined} */
  current;
  /** What will happen, the next one last. @type {Happening[]} */
  #coming = [];
  #order = 0;
  #trace = createHash('sha256');
  /** Called with each line of the trace. @type {((line: string) => void) | undefined} */
  onTrace;

  /** @param {number} delayMs @param {Owner | undefined} owner undefined: nobody's @param {() => unknown} run */
  after(delayMs, owner, run) {
    return this.#add({ at: this.now + Math.max(0, delayMs), order: this.#order++, owner, run });
  }

  /** Where it belongs in the order of time; of two at the same moment the earlier one comes first. @param {Happening} added */
  #add(added) {
    const later = this.#coming.findLastIndex(
      ({ at, order }) => at > added.at || (at === added.at && order > added.order),
    );
    this.#coming.splice(later + 1, 0, added);
    return added;
  }

  /** Another history begins. */
  reset() {
    this.now = 0;
    this.steps = 0;
    this.current = undefined;
    this.#coming = [];
    this.#order = 0;
    this.#trace = createHash('sha256');
  }

  /** Waits as somebody outside all processes. @param {number} ms @returns {Promise<void>} */
  sleep(ms) {
    return new Promise((resolve) => this.after(ms, undefined, () => resolve()));
  }

  /** @param {string} line of the trace, by which two runs are compared */
  trace(line) {
    const whole = `${this.steps} ${this.now.toFixed(3)} ${line}`;
    this.#trace.update(whole);
    this.onTrace?.(whole);
  }

  digest() {
    return this.#trace.copy().digest('hex').slice(0, 16);
  }

  /** Lets things happen until `done`. @param {() => boolean} done @throws Error after MANY_STEPS: somebody waits for ever */
  async run(done) {
    const end = this.steps + MANY_STEPS;
    await idle();
    while (!done()) {
      const next = this.#coming.pop();
      if (!next) throw new Error('everything waits, and nothing will ever happen');
      const { owner } = next;
      if (owner && !owner.alive) continue;
      if (owner && owner.pausedUntil > next.at) {
        this.#add({ ...next, at: owner.pausedUntil, order: this.#order++ });
        continue;
      }
      if (next.run === NOTHING) continue;
      this.now = Math.max(this.now, next.at);
      if (this.steps > end) throw new Error(`nothing has come of it within ${MANY_STEPS} steps`);
      this.steps += 1;
      this.current = owner;
      await next.run();
      await idle();
      this.current = undefined;
    }
  }

  /** A promise's value, once things have happened. @template T @param {Promise<T>} promise @returns {Promise<T>} */
  async until(promise) {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    // A failure is reported where it is awaited.
    settled.catch(() => {});
    await this.run(() => isSettled);
    return settled;
  }

  /** Timers of virtual time, for the modules of processes. @returns {{ timers: Record<string, any>, promises: object }} */
  timers() {
    /** @param {boolean} repeats @returns {(work: (...args: any[]) => unknown, ms?: number, ...args: any[]) => object} */
    const timer =
      (repeats) =>
      (work, ms = 1, ...args) => {
        const wait = Number.isFinite(ms) && ms > 0 ? ms : 1;
        const owner = this.current;
        const start = () => this.after(wait, owner, run);
        const run = () => {
          if (repeats) next = start();
          return work(...args);
        };
        let next = start();
        const stop = () => {
          next.run = NOTHING;
        };
        /** @type {Record<string, () => unknown>} */
        const made = { stop, ref: () => made, unref: () => made };
        return made;
      };
    /** @param {{ stop?: () => void } | undefined} given */
    const clear = (given) => given?.stop?.();
    const timers = {
      setTimeout: timer(false),
      setInterval: timer(true),
      clearTimeout: clear,
      clearInterval: clear,
    };
    const promises = {
      /** @param {number} [ms] @param {unknown} [value] @returns {Promise<unknown>} */
      setTimeout: (ms, value) => new Promise((resolve) => timers.setTimeout(resolve, ms, value)),
      /** @param {unknown} [value] */
      setImmediate: (value) => promises.setTimeout(0, value),
    };
    return { timers, promises };
  }

  /** The clock of the process to which something happens, as the class Date. */
  clock() {
    const now = () => Math.floor(START_MS + this.now + (this.current?.skewMs ?? 0));
    // What it makes are ordinary dates, and by its name mongoose knows the type.
    const VirtualDate = new Proxy(Date, {
      construct: (real, args) => new real(.../** @type {[number]} */ (args.length ? args : [now()])),
      get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
    });
    return { Date: VirtualDate, performance: { now: () => this.now, timeOrigin: START_MS } };
  }
}

const NOTHING = () => {};
