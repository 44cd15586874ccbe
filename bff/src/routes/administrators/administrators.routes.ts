import {
  type AdministratorChange,
  type AdministratorRow,
  administratorsCall,
  type BodyOf,
  changeAdministratorCall,
  decisionBody,
  inviteAdministratorCall,
  PERMISSIONS,
  type PendingPermissions,
  permissionsBody,
} from '@partnerdesk/contracts';
import {
  type Administrator,
  type By,
  closeAdministrator,
  confirmPermissions,
  declinePermissions,
  endAdministratorSessions,
  type Invitation,
  inviteAdministrator,
  inviteAgain,
  isAlone,
  isSetUp,
  listAdministrators,
  mailOf,
  type PendingGrant,
  type Principal,
  reopenAdministrator,
  resetSecondFactor,
  setPermissions,
  storeMail,
} from '@partnerdesk/domain';
import { checkOrThrow } from '../../calls/joi-of';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

/** Who works in the office, and what they may do (docs/RULES.md, Who may enter). */
export const addAdministratorRoutes: AddRoutes = ({ handle }) => {
  handle(administratorsCall, async ({ principal: reader }) => {
    const administrators = await listAdministrators();
    const alone = await isAlone(reader.id);
    return administrators.map((administrator) => presentAdministrator(administrator, reader, alone));
  });

  handle(inviteAdministratorCall, async ({ body, principal, by }) => {
    const invitation = await inviteAdministrator(body, by);
    return presentChanged(await mailInvitation(invitation), principal);
  });

  handle(changeAdministratorCall, async ({ params: { adminID, change }, body, principal, by }) => {
    const changed = await CHANGES[change]({ adminID, body, by });
    return presentChanged(changed, principal);
  });
};

interface ChangeInput {
  adminID: number;
  body: BodyOf<typeof changeAdministratorCall>;
  by: By;
}

const CHANGES: Record<AdministratorChange, (input: ChangeInput) => Promise<Administrator>> = {
  permissions: ({ adminID, body, by }) => {
    const { permissions, was } = checkOrThrow(body, permissionsBody);
    return setPermissions(adminID, permissions, by, was);
  },
  'confirm-permissions': ({ adminID, body, by }) =>
    confirmPermissions(adminID, checkOrThrow(body, decisionBody).requestID, by),
  'decline-permissions': ({ adminID, body, by }) =>
    declinePermissions(adminID, checkOrThrow(body, decisionBody).requestID, by),
  close: ({ adminID, by }) => closeAdministrator(adminID, by),
  reopen: ({ adminID, by }) => reopenAdministrator(adminID, by),
  'end-sessions': ({ adminID, by }) => endAdministratorSessions(adminID, by),
  'reset-second-factor': ({ adminID, by }) => resetSecondFactor(adminID, by),
  'invite-again': async ({ adminID, by }) => mailInvitation(await inviteAgain(adminID, by)),
};

async function mailInvitation({ administrator, token }: Invitation): Promise<Administrator> {
  const { adminID: id, emailAddress } = administrator;
  const whose = { kind: 'administrator', id } as const;
  await storeMail(mailOf('invitation', { to: emailAddress, whose }, { token, emailAddress }));
  return administrator;
}

const presentChanged = async (administrator: Administrator, reader: Principal): Promise<AdministratorRow> =>
  presentAdministrator(administrator, reader, await isAlone(reader.id));

/** An administrator as the one who manages them, and reads this, sees them. */
function presentAdministrator(
  administrator: Administrator,
  reader: Principal,
  alone: boolean,
): AdministratorRow {
  const { adminID, passwordHash, lastSignInAt } = administrator;
  return {
    ...pick(administrator, 'adminID', 'emailAddress', 'firstName', 'status'),
    permissions: PERMISSIONS.filter((each) => administrator.permissions.includes(each)),
    pending: presentPending(administrator.pending as PendingGrant | undefined, reader),
    invited: !passwordHash,
    secondFactor: isSetUp(administrator.secondFactor),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    own: adminID === reader.id,
    alone,
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
