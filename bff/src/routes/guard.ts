import type Router from '@koa/router';
import { type Call, methodOf, pathOf, type Who } from '@partnerdesk/contracts';
import { stepsOf } from '../calls/handle';
import { type KoaStep, principalOf, type State, type Step } from '../context';
import { byApiKey } from '../middleware/api-key';
import { isAdministrator, isAffiliate, mustHave, type Policy, permit } from '../middleware/policy';
import type { AppRouter, RouteDeps } from './route-deps';

const POLICIES: Partial<Record<Who, Policy>> = {
  'signed-in': () => true,
  affiliate: isAffiliate,
  office: isAdministrator,
};

/** Who is let in by a call's `who`. */
export function policyOf(who: Call['who']): Policy {
  if (typeof who !== 'string') return (principal) => who.some((each) => policyOf(each)(principal));
  return POLICIES[who] ?? mustHave(who as Parameters<typeof mustHave>[0]);
}

/** Affiliates can make the audit log grow by what they change, and by what they export: so often in ten minutes and no more. */
const boundOwnChanges =
  ({ name, sameSite }: Call, limiter: RouteDeps['limiter']): Step =>
  async (ctx, next) => {
    const { kind, id } = principalOf(ctx);
    if (kind === 'affiliate' && (sameSite || !name.startsWith('GET ')))
      await limiter.countOrThrow(ctx, 'ownChangesPerson', String(id));
    await next();
  };

/** Before any step of a route: the session and permission of its call. */
function guardSteps(call: Call, { session, limiter }: RouteDeps): Step[] {
  const { who } = call;
  if (who === 'anybody' || who === 'service') return [];
  if (who === 'api-key') return [byApiKey(limiter)];
  return [session, permit(policyOf(who)), boundOwnChanges(call, limiter)];
}

/**
 * A router whose routes are guarded as their calls say.
 * @param routerOf the router that a path belongs to
 */
export function guarded(
  routerOf: (path: string) => Router<State>,
  prefix: string,
  deps: RouteDeps,
): AppRouter {
  return {
    handle(call, work, ...before) {
      const path = pathOf(call).slice(prefix.length);
      const { env, proofs } = deps;
      const steps = stepsOf(call, work, { env, proofs, before, guard: guardSteps(call, deps) });
      routerOf(path).register(path, [methodOf(call)], steps as KoaStep[]);
    },
  };
}
