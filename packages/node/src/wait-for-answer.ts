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
 * Asks a dependency at start until it answers: servers may be started in any order. Logs each reason once, without
 * addresses, which may hold a password. @throws StartError of `ask`: what waiting does not mend
 */
export async function waitForAnswer<Answer>(
  dependency: string,
  ask: () => Promise<Answer>,
  options: { logger: Pick<Logger, 'warn' | 'info'>; pauseMs?: number },
): Promise<Answer> {
  const { logger, pauseMs = PAUSE_MS } = options;
  const started = Date.now();
  const logged = new Set<string>();
  for (;;) {
    try {
      const answer = await ask();
      if (logged.size > 0) logger.info({ dependency, waitedMs: Date.now() - started }, 'answers');
      return answer;
    } catch (error) {
      if (error instanceof StartError) throw error;
      // Connections and times are numbered.
      const reason = String(error).replace(/\d+/g, '');
      if (!logged.has(reason)) logger.warn({ dependency, err: error }, 'does not answer: waiting for it');
      logged.add(reason);
      await delay(pauseMs);
    }
  }
}
