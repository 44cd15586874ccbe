import { healthCall, readyCall } from '@partnerdesk/contracts';
import { databaseReady } from '@partnerdesk/domain';
import { withDeadline } from '@partnerdesk/node';
import { isWorkerAlive } from '@partnerdesk/queues';
import { VERSION } from '../../version';
import type { AddRoutes, RouteDeps } from '../route-deps';

const PROBE_MS = 2000;

/**
 * /readyz names what does not answer. Proxies ask /readyz?for=proxy, ready from start to end of serving: what all web
 * servers share would take all of them away, and without Redis links still lead on (docs/RULES.md, Clicks).
 */
export const addHealthRoutes: AddRoutes = ({ handle }, deps) => {
  // One at a time, however many ask: no bound on requests holds for them.
  let probing: ReturnType<typeof probe> | undefined;
  handle(healthCall, () => ({ status: 'alive', version: VERSION }));
  handle(readyCall, async ({ ctx, query }) => {
    probing ??= probe(deps).finally(() => {
      probing = undefined;
    });
    const parts = await probing;
    const ready = query.for === 'proxy' || Object.values(parts).every((state) => state === 'ok');
    ctx.status = ready ? 200 : 503;
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
  const answer = await withDeadline(probed, { dependency: 'a part', deadlineMs: PROBE_MS }).catch(
    () => false,
  );
  return answer === false ? 'down' : 'ok';
}
