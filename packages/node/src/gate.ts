/**
 * Lets a bounded number of jobs run at once, and wait if asked for; what comes on top is refused. Reserved jobs have places
 * of their own to wait in and every other turn: neither kind's flood keeps the other from its work.
 */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  readonly #reserved: (() => void)[] = [];
  #isReservedNext = true;
  #running = 0;

  /** @param limits `maxWaiting`: of each kind, any number unless given; `refusal`: the error for what finds no place to wait */
  constructor(private readonly limits: { atOnce: number; maxWaiting?: number; refusal?: () => Error }) {}

  /** Runs a job when its turn comes, in the order of its kind. @throws the refusal, and what the job throws */
  async run<Result>(
    job: () => Promise<Result>,
    { isReserved = false }: { isReserved?: boolean } = {},
  ): Promise<Result> {
    const { atOnce, maxWaiting = Number.POSITIVE_INFINITY, refusal } = this.limits;
    const waiting = isReserved ? this.#reserved : this.#waiting;
    if (this.#running < atOnce) this.#running += 1;
    else if (waiting.length >= maxWaiting) throw refusal?.() ?? new Error('Too many wait');
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
