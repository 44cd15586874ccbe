import { setTimeout as delay } from 'node:timers/promises';
import { DependencyError } from './deadline';
import type { Logger } from './logger';

/** How long a probe may take before calls are refused (ms): far more than a ping takes on a busy machine. */
const ANSWER_MS = 1000;
const PAUSE_MS = 500;

/**
 * Refuses calls at once while a dependency does not answer. A call that failed makes it `suspect`: it opens when a probe
 * fails or is late, and closes with the first that succeeds; one slow call changes nothing.
 */
export class Circuit {
  #probing = false;
  #openSince: number | undefined;

  /** @param options `probe` asks the dependency itself, not through this circuit, and settles in bounded time */
  constructor(
    private readonly options: {
      name: string;
      probe: () => Promise<unknown>;
      logger: Pick<Logger, 'warn' | 'info'>;
      times?: { answerMs: number; pauseMs: number };
    },
  ) {}

  get isOpen(): boolean {
    return this.#openSince !== undefined;
  }

  /** @throws DependencyError while the circuit is open */
  refuseWhileOpen(): void {
    if (this.isOpen) throw this.refusal();
  }

  refusal(): DependencyError {
    return new DependencyError(this.options.name, 'does not answer at present');
  }

  /** A call did not get its answer: find out whether others would. */
  suspect(): void {
    if (this.#probing) return;
    this.#probing = true;
    void this.#probeUntilAnswered();
  }

  async #probeUntilAnswered(): Promise<void> {
    const { probe, times: { answerMs, pauseMs } = { answerMs: ANSWER_MS, pauseMs: PAUSE_MS } } = this.options;
    for (;;) {
      const late = setTimeout(() => this.#open(), answerMs);
      try {
        await probe();
        break;
      } catch {
        this.#open();
      } finally {
        clearTimeout(late);
      }
      await delay(pauseMs, undefined, { ref: false });
    }
    this.#probing = false;
    this.#close();
  }

  #open(): void {
    if (this.isOpen) return;
    this.#openSince = Date.now();
    this.options.logger.warn(
      { dependency: this.options.name },
      'does not answer: calls are refused until it does',
    );
  }

  #close(): void {
    if (this.#openSince === undefined) return;
    const awayMs = Date.now() - this.#openSince;
    this.#openSince = undefined;
    this.options.logger.info({ dependency: this.options.name, awayMs }, 'answers again');
  }
}
