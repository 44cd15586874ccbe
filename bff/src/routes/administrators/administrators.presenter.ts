import { type AdministratorRow, PERMISSIONS, type PendingPermissions } from '@partnerdesk/contracts';
import { type Administrator, isAlone, isSetUp, type PendingGrant, type Principal } from '@partnerdesk/domain';

/** Administrators as the one who manages them, and reads this, sees them. */
export async function presentAdministrators(
  administrators: readonly Administrator[],
  reader: Principal,
): Promise<AdministratorRow[]> {
  const alone = await isAlone(reader.id);
  return administrators.map((administrator) => ({ ...presentRow(administrator, reader), alone }));
}

/** As presentAdministrators, one of them. */
export async function presentAdministrator(
  administrator: Administrator,
  reader: Principal,
): Promise<AdministratorRow> {
  return { ...presentRow(administrator, reader), alone: await isAlone(reader.id) };
}

function presentRow(administrator: Administrator, reader: Principal): Omit<AdministratorRow, 'alone'> {
  const { adminID, emailAddress, firstName, status, passwordHash, lastSignInAt } = administrator;
  return {
    adminID,
    emailAddress,
    firstName,
    status,
    permissions: PERMISSIONS.filter((each) => administrator.permissions.includes(each)),
    pending: presentPending(administrator.pending as PendingGrant | undefined, reader),
    invited: !passwordHash,
    secondFactor: isSetUp(administrator.secondFactor),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    own: adminID === reader.id,
  };
}

function presentPending(pending: PendingGrant | undefined, reader: Principal): PendingPermissions | null {
  if (!pending) return null;
  const { requestID, permissions, by, at } = pending;
  return {
    requestID,
    permissions,
    requestedBy: by.emailAddress,
    own: by.kind === 'administrator' && by.id === reader.id,
    requestedAt: at.toISOString(),
  };
}
