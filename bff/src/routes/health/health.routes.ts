import { healthCall, readyCall } from '@partnerdesk/contracts';
import { databaseReady } from '@partnerdesk/domain';
import { isWorkerAlive } from '@partnerdesk/queues';
import { VERSION } from '../../version';
import type { AddRoutes, RouteDeps } from '../route-deps';

const PROBE_MS = 2000;

/**
 * /healthz: this process answers. /readyz: so does all that it needs; 503 names what does not. Proxies ask
 * /readyz?for=proxy, which is ready from start to end of serving: what all web servers share would take all of them away,
 * and without Redis events are accepted and links lead on (docs/RULES.md, Clicks).
 */
export const addHealthRoutes: AddRoutes = ({ handle }, deps) => {
  handle(healthCall, ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    return { status: 'alive', version: VERSION };
  });
  handle(readyCall, async ({ ctx, query }) => {
    const parts = await probe(deps);
    const ready = query.for === 'proxy' || Object.values(parts).every((state) => state === 'ok');
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    return { status: ready ? 'ready' : 'not ready', parts };
  });
};

async function probe({ redis, prefix }: RouteDeps): Promise<Record<string, 'ok' | 'down'>> {
  const [database, redisState, worker] = await Promise.all([
    stateOf(databaseReady()),
    stateOf(redis.ping()),
    stateOf(isWorkerAlive(redis, prefix)),
  ]);
  return { database, redis: redisState, worker };
}

/** A probe that fails, says no, or does not answer in time is down. */
async function stateOf(probed: Promise<unknown>): Promise<'ok' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MS);
  });
  const outcome = await Promise.race([probed.catch(() => false), late]);
  clearTimeout(timer);
  return outcome === false ? 'down' : 'ok';
}
