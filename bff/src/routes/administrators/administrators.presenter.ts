import { type AdministratorRow, PERMISSIONS } from '@partnerdesk/contracts';
import { type Administrator, isSetUp } from '@partnerdesk/domain';

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
    secondFactor: isSetUp(administrator.secondFactor),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}
