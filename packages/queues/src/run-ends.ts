import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

const channelOf = (prefix: string) => `${prefix}:payroll-run-ends`;

/** Wakes everyone who waits for a run, by its id alone. Publish it after the record says how the run ended. */
export async function publishRunEnd(
  redis: Pick<Redis, 'publish'>,
  runID: string,
  prefix: string = KEY_PREFIX,
): Promise<void> {
  await redis.publish(channelOf(prefix), runID);
}

interface Options {
  prefix?: string;
  /** Called with connection errors; the connection recovers by itself. */
  onError?: (error: unknown) => void;
}

type Wake = () => void;

/** One subscription by which any number of callers wait for payroll runs. */
export class RunEnds {
  readonly #subscriber: Redis;
  readonly #waiting = new Map<string, Set<Wake>>();

  /** @param redis its address and settings are used for a connection of its own */
  constructor(redis: Redis, { prefix = KEY_PREFIX, onError = () => {} }: Options = {}) {
    const subscriber = redis.duplicate({ maxRetriesPerRequest: null, autoResubscribe: false });
    subscriber.on('error', onError);
    subscriber.on('message', (_, runID) => this.#wake(this.#waiting.get(runID)));
    // What was published before this moment is unknown, so everyone looks.
    const wakeAll = () => {
      for (const wakes of this.#waiting.values()) this.#wake(wakes);
    };
    subscriber.on('ready', () => subscriber.subscribe(channelOf(prefix)).then(wakeAll, onError));
    this.#subscriber = subscriber;
  }

  /** Calls `look` at once, whenever the run may have ended, and once more when `signal` aborts. @returns what it found, if anything */
  async waitFor<Found>(
    runID: string,
    look: () => Promise<Found | undefined>,
    signal: AbortSignal,
  ): Promise<Found | undefined> {
    for (;;) {
      // Registered before it looks: an end in between must not be missed.
      const { woken, unregister } = this.#register(runID, signal);
      try {
        const found = await look();
        if (found !== undefined || signal.aborted) return found;
        await woken;
      } finally {
        unregister();
      }
    }
  }

  get size(): number {
    return [...this.#waiting.values()].reduce((sum, wakes) => sum + wakes.size, 0);
  }

  close(): void {
    this.#subscriber.disconnect();
  }

  #register(runID: string, signal: AbortSignal): { woken: Promise<void>; unregister: () => void } {
    const wakes = this.#waiting.get(runID) ?? new Set<Wake>();
    this.#waiting.set(runID, wakes);
    let wake: Wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    wakes.add(wake);
    signal.addEventListener('abort', wake);
    const unregister = () => {
      signal.removeEventListener('abort', wake);
      wakes.delete(wake);
      if (wakes.size === 0 && this.#waiting.get(runID) === wakes) this.#waiting.delete(runID);
    };
    return { woken, unregister };
  }

  #wake(wakes: ReadonlySet<Wake> = new Set()): void {
    for (const wake of wakes) wake();
  }
}
