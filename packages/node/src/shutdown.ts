import type { Logger } from './logger';

/** A process that was asked to end has ended after so long; what runs it must wait longer. */
export const SHUTDOWN_MS = 15_000;

/** Something to close at the end, named for the log. */
export interface Closer {
  name: string;
  close: () => unknown;
}

/**
 * On the first SIGTERM or SIGINT, or when called, the closers run in their order: what takes in work first, what others
 * need last. One that fails or hangs keeps none from closing. Exit code 0 when all closed in time, else 1.
 */
export function closeOnSignals(
  closers: Closer[],
  options: { logger: Logger; timeoutMs?: number; exit?: (code: number) => void },
): (reason: string) => Promise<void> {
  const { logger, timeoutMs = SHUTDOWN_MS, exit = process.exit } = options;
  let running: Promise<void> | undefined;

  const run = async (reason: string) => {
    logger.info({ reason }, 'closing');
    const deadline = setTimeout(() => {
      logger.error({ timeoutMs }, 'closing took too long');
      exit(1);
    }, timeoutMs);
    const failed = await closeInOrder(closers, logger);
    clearTimeout(deadline);
    logger.info('closed');
    exit(failed === 0 ? 0 : 1);
  };
  const shutDown = (reason: string) => {
    running ??= run(reason);
    return running;
  };
  process.on('SIGTERM', () => void shutDown('SIGTERM'));
  process.on('SIGINT', () => void shutDown('SIGINT'));
  return shutDown;
}

async function closeInOrder(closers: Closer[], logger: Logger): Promise<number> {
  let failed = 0;
  const done = new Set<Closer>();
  // A process that still starts adds closers meanwhile, in front of others too: each is closed once.
  for (let next = closers[0]; next; next = closers.find((closer) => !done.has(closer))) {
    done.add(next);
    try {
      await next.close();
    } catch (err) {
      failed += 1;
      logger.error({ err, closer: next.name }, 'could not close');
    }
  }
  return failed;
}
