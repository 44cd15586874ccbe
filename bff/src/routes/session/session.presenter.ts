import type { SessionInfo } from '@partnerdesk/contracts';
import type { Principal } from '@partnerdesk/domain';
import { pick } from '../pick';

/** What the browser may know of the signed-in person (docs/PRODUCT.md §3 "Session"). */
export function presentSession(principal: Principal): SessionInfo {
  const { secondFactorDue, passwordWeak } = principal;
  const session = pick(
    principal,
    'affID',
    'affRole',
    'affStatus',
    'accountStatus',
    'paymentInfoSet',
    'trackID',
    'emailAddress',
    'firstName',
    'permissions',
  );
  return { ...session, ...(secondFactorDue && { secondFactorDue }), ...(passwordWeak && { passwordWeak }) };
}
