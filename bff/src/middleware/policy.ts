import { AppError, type Permission } from '@partnerdesk/contracts';
import type { Principal } from '@partnerdesk/domain';
import type { Step } from '../context';

/** Who may: one line each, over the signed-in person and, where it matters, the checked input. */
export type Policy<Input = unknown> = (principal: Principal, input: Input) => boolean;

export const isAffiliate: Policy = ({ kind }) => kind === 'affiliate';

/** Anybody of the office, once the second factor that it may demand is set up. */
export const isAdministrator: Policy = ({ kind, secondFactorDue }) =>
  kind === 'administrator' && !secondFactorDue;

export const mustHave =
  (permission: Permission): Policy =>
  ({ kind, permissions }) =>
    kind === 'administrator' && permissions.includes(permission);

/** The affiliate named by a field of the input is the one who asks. */
export const mustBeSelf =
  <Field extends string>(field: Field): Policy<Record<Field, number>> =>
  (principal, input) =>
    principal.kind === 'affiliate' && principal.affID === input[field];

/** 401 for visitors, 403 for those whom the policy does not let in. Stands before what reads the input. */
export function permit(policy: Policy): Step {
  return (ctx, next) => {
    allowOrThrow(ctx.state.principal, policy, undefined);
    return next();
  };
}

/** As `permit`, for handlers whose policy depends on the checked input. @throws AppError not_signed_in or forbidden */
export function allowOrThrow<Input>(
  principal: Principal | null,
  policy: Policy<Input>,
  input: Input,
): asserts principal is Principal {
  if (!principal) throw new AppError('not_signed_in', 'Please sign in');
  if (!policy(principal, input)) throw new AppError('forbidden', 'You may not do this');
}
