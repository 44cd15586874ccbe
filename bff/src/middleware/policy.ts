import { AppError, type Call, type Permission, type Who } from '@partnerdesk/contracts';
import type { Principal } from '@partnerdesk/domain';
import type { Step } from '../context';

/** Who may: one line each, over the signed-in person. */
export type Policy = (principal: Principal) => boolean;

export const isAffiliate: Policy = ({ kind }) => kind === 'affiliate';

/** Anybody of the office, once the second factor that it may demand is set up. */
export const isAdministrator: Policy = ({ kind, secondFactorDue }) =>
  kind === 'administrator' && !secondFactorDue;

export const mustHave =
  (permission: Permission): Policy =>
  ({ kind, permissions }) =>
    kind === 'administrator' && permissions.includes(permission);

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

/** 401 for visitors, 403 for those whom the policy does not let in. Stands before what reads the input. */
export function permit(policy: Policy): Step {
  return (ctx, next) => {
    allowOrThrow(ctx.state.principal, policy);
    return next();
  };
}

/** As `permit`, for handlers whose policy depends on the checked input. @throws AppError not_signed_in or forbidden */
export function allowOrThrow(principal: Principal | null, policy: Policy): asserts principal is Principal {
  if (!principal) throw new AppError('not_signed_in', 'Please sign in');
  if (!policy(principal)) throw new AppError('forbidden', 'You may not do this');
}
