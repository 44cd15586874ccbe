import { AppError, MESSAGE } from '@partnerdesk/contracts';
import type { Circuit } from '@partnerdesk/node';
import type { Ctx, Step } from '../context';
import { isDatabaseOutage } from './errors';

/**
 * Requests that a server works on at once; above it callers would wait without end. One whose body still arrives makes
 * way first, a stranger's before others: who begins bodies and never ends them takes nobody's place.
 */
const MAX_UNDER_WAY = 400;

/** Whether this process is alive, and serves on, does not depend on its load: the others would be taken out next. */
const OF_PROXIES = new Set(['/healthz', '/readyz']);

/** Calls that wait for a worker, which computes a payroll or reads a file of results: two minutes at most. */
const LONG_CALLS = new Map([
  ['/api/payment-results', 125_000],
  ['/api/payment-results/marks', 125_000],
  ['/api/generate-payroll', 125_000],
  ['/api/execute-payroll', 125_000],
  ['/api/generate-payroll-report', 125_000],
]);

interface DeadlineOptions {
  requestMs: number;
  maxUnderWay?: number;
  /** That of the database: opened by requests that do not get its answer. */
  database: Circuit;
}

/**
 * Answers 503 to a request that takes too long from its body's end to the answer's beginning, and at once to those above
 * the bound. What runs late counts as under way until its own calls end.
 * @throws AppError unavailable
 */
export function requestDeadline({ requestMs, maxUnderWay = MAX_UNDER_WAY, database }: DeadlineOptions): Step {
  let underWay = 0;
  /** Those with a body, in the order in which they came. */
  const withBody = new Set<Ctx>();
  const makeRoomOrThrow = () => {
    const arriving = [...withBody].filter(({ req }) => !req.complete);
    const latest = arriving.find(({ state }) => !state.principal && !state.proven) ?? arriving[0];
    if (!latest) throw new AppError('unavailable', MESSAGE.genericError);
    withBody.delete(latest);
    latest.req.destroy();
  };
  return async (ctx, next) => {
    if (OF_PROXIES.has(ctx.path)) return next();
    if (underWay >= maxUnderWay) makeRoomOrThrow();
    underWay += 1;
    if (hasBody(ctx)) withBody.add(ctx);
    const handled = next().finally(() => {
      underWay -= 1;
      withBody.delete(ctx);
    });
    const clock = startClock(ctx, LONG_CALLS.get(ctx.path) ?? requestMs);
    try {
      await Promise.race([handled, clock.over]);
    } catch (error) {
      if (error instanceof TooLate) {
        handled.catch((err: unknown) => ctx.state.logger.warn({ err }, 'failed after its deadline'));
        database.suspect();
        throw new AppError('unavailable', MESSAGE.genericError);
      }
      if (isDatabaseOutage(error)) database.suspect();
      throw error;
    } finally {
      clock.stop();
    }
  };
}

const hasBody = ({ req }: Ctx) =>
  Number(req.headers['content-length']) > 0 || req.headers['transfer-encoding'] !== undefined;

class TooLate extends Error {}

function startClock(ctx: Ctx, ms: number): { over: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const start = () => {
      timer = setTimeout(() => (ctx.req.complete ? reject(new TooLate()) : start()), ms);
    };
    start();
  });
  return { over, stop: () => clearTimeout(timer) };
}

/** Refuses calls that need the database while it does not answer. @throws DependencyError */
export function refuseWithout(database: Circuit, { exempt }: { exempt: readonly string[] }): Step {
  return (ctx, next) => {
    if (ctx.path.startsWith('/api/') && !exempt.includes(ctx.path)) database.refuseWhileOpen();
    return next();
  };
}
