import { setTimeout as delay } from 'node:timers/promises';
import { DependencyError } from './deadline';
import type { Logger } from './logger';

/** How long a probe may take before calls are refused (ms): far more than a ping takes on a busy machine. */
const ANSWER_MS = 1000;
/** Pause after a probe that failed (ms). */
const PAUSE_MS = 500;

/**
 * Refuses calls at once while a dependency does not answer, instead of letting each wait for its deadline. A call that
 * failed makes it `suspect`: then the dependency is probed. The circuit opens when the probe fails or is late, and
 * closes by itself with the first probe that succeeds. One slow call to a dependency that works changes nothing.
 */
export class Circuit {
  readonly name: string;
  readonly #probe: () => Promise<unknown>;
  readonly #logger: Pick<Logger, 'warn' | 'info'>;
  readonly #times: { answerMs: number; pauseMs: number };
  #probing = false;
  #openSince: number | undefined;

  /** @param options `probe` asks the dependency itself, not through this circuit, and settles in bounded time */
  constructor(options: {
    name: string;
    probe: () => Promise<unknown>;
    logger: Pick<Logger, 'warn' | 'info'>;
    times?: { answerMs: number; pauseMs: number };
  }) {
    this.name = options.name;
    this.#probe = options.probe;
    this.#logger = options.logger;
    this.#times = options.times ?? { answerMs: ANSWER_MS, pauseMs: PAUSE_MS };
  }

  get isOpen(): boolean {
    return this.#openSince !== undefined;
  }

  /** @throws DependencyError while the circuit is open */
  refuseWhileOpen(): void {
    if (this.isOpen) throw this.refusal();
  }

  refusal(): DependencyError {
    return new DependencyError(this.name, 'does not answer at present');
  }

  /** A call did not get its answer: find out whether others would. */
  suspect(): void {
    if (this.#probing) return;
    this.#probing = true;
    void this.#probeUntilAnswered();
  }

  async #probeUntilAnswered(): Promise<void> {
    for (;;) {
      const late = setTimeout(() => this.#open(), this.#times.answerMs);
      try {
        await this.#probe();
        break;
      } catch {
        this.#open();
      } finally {
        clearTimeout(late);
      }
      await delay(this.#times.pauseMs, undefined, { ref: false });
    }
    this.#probing = false;
    this.#close();
  }

  #open(): void {
    if (this.isOpen) return;
    this.#openSince = Date.now();
    this.#logger.warn({ dependency: this.name }, 'does not answer: calls are refused until it does');
  }

  #close(): void {
    if (this.#openSince === undefined) return;
    const awayMs = Date.now() - this.#openSince;
    this.#openSince = undefined;
    this.#logger.info({ dependency: this.name, awayMs }, 'answers again');
  }
}
