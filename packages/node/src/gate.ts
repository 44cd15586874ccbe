/**
 * Lets a bounded number of jobs run at once and, if asked for, a bounded number wait; what comes on top is refused at once.
 * Reserved jobs have places of their own to wait in, and every other turn: a flood of the others neither refuses them nor
 * keeps them waiting for its end, nor they the others.
 */
export class Gate {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #refusal: () => Error;
  readonly #waiting: (() => void)[] = [];
  readonly #reserved: (() => void)[] = [];
  #isReservedNext = true;
  #running = 0;

  /**
   * @param limits `maxWaiting`: of each kind, any number unless given; `refusal` makes the error for what finds no place
   *   to wait
   */
  constructor(limits: { atOnce: number; maxWaiting?: number; refusal?: () => Error }) {
    this.#atOnce = limits.atOnce;
    this.#maxWaiting = limits.maxWaiting ?? Number.POSITIVE_INFINITY;
    this.#refusal = limits.refusal ?? (() => new Error('Too many wait'));
  }

  /**
   * Runs a job when its turn comes, in the order of arrival of its kind. @throws the refusal, and what the job throws
   */
  async run<Result>(
    job: () => Promise<Result>,
    { isReserved = false }: { isReserved?: boolean } = {},
  ): Promise<Result> {
    const waiting = isReserved ? this.#reserved : this.#waiting;
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (waiting.length >= this.#maxWaiting) throw this.#refusal();
    // The place of the job that ends passes to this one.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = this.#next();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #next(): (() => void) | undefined {
    const [first, second] = this.#isReservedNext
      ? [this.#reserved, this.#waiting]
      : [this.#waiting, this.#reserved];
    this.#isReservedNext = !this.#isReservedNext;
    return first.shift() ?? second.shift();
  }
}
