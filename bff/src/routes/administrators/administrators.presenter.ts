import { type AdministratorRow, PERMISSIONS } from '@partnerdesk/contracts';
import type { Administrator } from '@partnerdesk/domain';

/** An administrator as those who manage them see one. */
export function presentAdministrator(administrator: Administrator): AdministratorRow {
  const { adminID, emailAddress, firstName, status, passwordHash, lastSignInAt } = administrator;
  return {
    adminID,
    emailAddress,
    firstName,
    status,
    permissions: PERMISSIONS.filter((each) => administrator.permissions.includes(each)),
    invited: !passwordHash,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}
