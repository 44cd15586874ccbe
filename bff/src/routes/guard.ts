import type Router from '@koa/router';
import type { Call } from '@partnerdesk/contracts';
import { ACCESS, type AccessRow, type Who } from '../access-table';
import { stepsOf, type Work } from '../calls/handle';
import { type KoaStep, principalOf, type State, type Step } from '../context';
import { byApiKey } from '../middleware/api-key';
import { notCrossSite } from '../middleware/origin-check';
import { isAdministrator, isAffiliate, mustHave, type Policy, permit } from '../middleware/policy';
import { schemaOf } from '../middleware/validate';
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

/** Affiliates can make the audit log grow by what they change: so often in ten minutes and no more. */
const boundOwnChanges =
  (limiter: RouteDeps['limiter']): Step =>
  async (ctx, next) => {
    const { kind, id } = principalOf(ctx);
    if (kind === 'affiliate' && ctx.method !== 'GET' && ctx.method !== 'HEAD')
      await limiter.countOrThrow(ctx, 'ownChangesPerson', String(id));
    await next();
  };

/** Before any step of a route: its session and permission, by its row of the table. */
export function guardSteps({ who }: AccessRow, { session, limiter }: RouteDeps): Step[] {
  if (who === 'anybody' || who === 'service') return [];
  if (who === 'api-key') return [byApiKey(limiter)];
  return [session, permit(policyOf(who)), boundOwnChanges(limiter)];
}

/** The route's steps with the proof that its row asks for: nobody proves themselves for an input that is refused. */
function withProof(steps: Step[], { confirm }: AccessRow, { proofs }: RouteDeps): Step[] {
  if (!confirm) return steps;
  const checked = steps.findLastIndex((step) => schemaOf(step) !== undefined) + 1;
  return [...steps.slice(0, checked), proofs.step(confirm), ...steps.slice(checked)];
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
  const add =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    (path: string, ...stack: Step[]) => {
      const name = `${method.toUpperCase()} ${prefix}${path}`;
      const row = Object.hasOwn(ACCESS, name) ? ACCESS[name] : undefined;
      if (!row) throw new Error(`access-table.ts has no row for ${name}`);
      deps.everyRoute.push({ name, steps: stack });
      // Other sites are refused before anybody is asked who they are.
      const first = stack.filter((step) => step === notCrossSite);
      routerOf(path)[method](
        path,
        ...([...first, ...guardSteps(row, deps), ...withProof(stack, row, deps)] as KoaStep[]),
      );
    };
  const methods = { get: add('get'), post: add('post'), put: add('put'), delete: add('delete') };
  const handle = <C extends Call>(call: C, work: Work<C>, ...before: Step[]) => {
    const [method = '', path = ''] = call.name.split(' ');
    const name = method.toLowerCase() as keyof typeof methods;
    methods[name](path.slice(prefix.length), ...stepsOf(call, work, deps.env, before));
  };
  return { ...methods, handle } as AppRouter;
}
