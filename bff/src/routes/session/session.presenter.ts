import type { SessionInfo } from '@partnerdesk/contracts';
import type { Principal } from '@partnerdesk/domain';

/** What the browser may know of the signed-in person (spec §3 Session). */
export function presentSession(principal: Principal): SessionInfo {
  const {
    affID,
    affRole,
    affStatus,
    accountStatus,
    paymentInfoSet,
    trackID,
    emailAddress,
    firstName,
    permissions,
  } = principal;
  return {
    affID,
    affRole,
    affStatus,
    accountStatus,
    paymentInfoSet,
    trackID,
    emailAddress,
    firstName,
    permissions,
  };
}
