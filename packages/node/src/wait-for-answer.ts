import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './logger';

const PAUSE_MS = 500;

/** What keeps a server from starting and does not pass by itself, such as a wrong setting. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/**
 * Asks a dependency at start until it answers: servers may be started in any order. Logs once what it waits for and
 * why, and once that it came. The reason has no address, which may hold a password.
 * @throws StartError of `ask`: what waiting does not mend
 */
export async function waitForAnswer<Answer>(
  dependency: string,
  ask: () => Promise<Answer>,
  options: { logger: Pick<Logger, 'warn' | 'info'>; pauseMs?: number },
): Promise<Answer> {
  const { logger, pauseMs = PAUSE_MS } = options;
  const started = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await ask();
      if (attempt > 1) logger.info({ dependency, waitedMs: Date.now() - started }, 'answers');
      return answer;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (attempt === 1) logger.warn({ dependency, err: error }, 'does not answer: waiting for it');
      await delay(pauseMs);
    }
  }
}
