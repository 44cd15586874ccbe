import type Router from '@koa/router';
import { ACCESS, type AccessRow, type Who } from '../access-table';
import type { KoaStep, NamedRoute, State, Step } from '../context';
import { byApiKey } from '../middleware/api-key';
import { notCrossSite } from '../middleware/origin-check';
import { isAdministrator, isAffiliate, mustHave, type Policy, permit } from '../middleware/policy';
import type { AppRouter, RouteDeps } from './route-deps';

const POLICIES: Partial<Record<Who, Policy>> = {
  'signed-in': () => true,
  affiliate: isAffiliate,
  office: isAdministrator,
};

/** Who is let in by a row's `who`. */
export function policyOf(who: AccessRow['who']): Policy {
  if (typeof who !== 'string')
    return (principal, input) => who.some((each) => policyOf(each)(principal, input));
  return POLICIES[who] ?? mustHave(who as Parameters<typeof mustHave>[0]);
}

/** Before any step of a route: its session and permission, and the proof it asks for, by its row of the table. */
export function guardSteps({ who, confirm }: AccessRow, { session, proofs, limiter }: RouteDeps): Step[] {
  if (who === 'anybody' || who === 'service') return [];
  if (who === 'api-key') return [byApiKey(limiter)];
  return [session, permit(policyOf(who)), ...(confirm ? [proofs.step(confirm)] : [])];
}

/**
 * A router whose routes are guarded as the table says.
 * @param routerOf the router that a path belongs to
 * @throws Error for a route that the table does not have
 */
export function guarded(
  routerOf: (path: string) => Router<State>,
  prefix: string,
  deps: RouteDeps,
): AppRouter {
  const known: NamedRoute[] = [];
  const add =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    (path: string, ...stack: Step[]) => {
      const name = `${method.toUpperCase()} ${prefix}${path}`;
      const row = Object.hasOwn(ACCESS, name) ? ACCESS[name] : undefined;
      if (!row) throw new Error(`access-table.ts has no row for ${name}`);
      known.push({ name, steps: stack });
      deps.everyRoute.push({ name, steps: stack });
      // Other sites are refused before anybody is asked who they are.
      const first = stack.filter((step) => step === notCrossSite);
      routerOf(path)[method](path, ...([...first, ...guardSteps(row, deps), ...stack] as KoaStep[]));
    };
  const methods = { get: add('get'), post: add('post'), put: add('put'), delete: add('delete') };
  return { ...methods, known: () => known } as AppRouter;
}
