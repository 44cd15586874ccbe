/** Lets a bounded number of jobs run at once and, if asked for, a bounded number wait; what comes on top is refused at once. */
export class Gate {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #refusal: () => Error;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param limits `maxWaiting`: any number, unless given; `refusal` makes the error for what finds no place to wait */
  constructor(limits: { atOnce: number; maxWaiting?: number; refusal?: () => Error }) {
    this.#atOnce = limits.atOnce;
    this.#maxWaiting = limits.maxWaiting ?? Number.POSITIVE_INFINITY;
    this.#refusal = limits.refusal ?? (() => new Error('Too many wait'));
  }

  /** Runs a job when its turn comes, in the order of arrival. @throws the refusal, and what the job throws */
  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.#maxWaiting) throw this.#refusal();
    // The place of the job that ends passes to this one.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
