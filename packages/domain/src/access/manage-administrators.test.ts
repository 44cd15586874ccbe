import { LAST_MANAGER_TEXT, PERMISSIONS } from '@partnerdesk/contracts';
import { makeAdministrator, sealAsStored, useTestDatabase } from '@partnerdesk/testing';
import { AdministratorModel } from '../accounts/account.models';
import { appointFirstManager } from '../accounts/administrators';
import { loadPrincipal } from '../accounts/principal';
import { onAccessChange, type PersonRef } from '../accounts/schema-plugins';
import { AuditModel, SYSTEM_ACTOR } from '../platform/audit/audit';
import { MailModel } from '../platform/outbox/mails';
import {
  closeAdministrator,
  confirmPermissions,
  declinePermissions,
  endAdministratorSessions,
  findAdministratorOrThrow,
  inviteAdministrator,
  inviteAgain,
  reopenAdministrator,
  setPermissions,
} from './manage-administrators';
import { ResetTokenModel, resetPassword } from './password-reset';

useTestDatabase();

/** On the server's own command line: rules about who gives what are below. */
const BY = { actor: SYSTEM_ACTOR };
const manager = async () => (await makeAdministrator()).adminID;
const managers = async () =>
  (await AdministratorModel.find({ permissions: 'administrators', status: 1 }).lean()).map(
    ({ adminID }) => adminID,
  );
const isLast = { code: 'conflict', message: LAST_MANAGER_TEXT };

test('the last manager can neither lose the permission nor be closed; somebody invited does not count', async () => {
  const adminID = await manager();
  await inviteAdministrator({ emailAddress: 'new@example.com', firstName: '', permissions: PERMISSIONS }, BY);
  await expect(setPermissions(adminID, ['payroll'], BY)).rejects.toMatchObject(isLast);
  await expect(closeAdministrator(adminID, BY)).rejects.toMatchObject(isLast);
  await setPermissions(adminID, ['administrators'], BY);
  await makeAdministrator({ permissions: ['administrators'] });
  expect((await closeAdministrator(adminID, BY)).status).toBe(2);
});

test('of people who remove each other at the same moment one manager stays', async () => {
  const [a, b, c] = [await manager(), await manager(), await manager()];
  const circle = [
    [a, b, c],
    [b, c, a],
  ];
  for (const order of circle) {
    const outcomes = await Promise.allSettled([
      ...order.map((id) => setPermissions(id, ['accounts'], BY)),
      ...order.map((id) => closeAdministrator(id, BY)),
    ]);
    expect(await managers()).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toHaveLength(0);
    for (const id of order) {
      await reopenAdministrator(id, BY);
      await setPermissions(id, PERMISSIONS, BY);
    }
  }
});

test('permissions chosen from what is not so by now are refused; the same ones again are not', async () => {
  await manager();
  const adminID = await manager();
  await setPermissions(adminID, ['payroll', 'audit'], BY);
  const was = ['payroll', 'audit'] as const;
  await setPermissions(adminID, ['audit'], BY, was);
  const stale = setPermissions(adminID, ['payroll', 'audit', 'statistics'], BY, was);
  await expect(stale).rejects.toMatchObject({ code: 'conflict' });
  expect((await findAdministratorOrThrow(adminID)).permissions).toEqual(['audit']);
  expect((await setPermissions(adminID, ['audit'], BY, was)).permissions).toEqual(['audit']);
});

test('each change ends or changes running sessions at once, and is in the audit log', async () => {
  await manager();
  const adminID = await manager();
  const changed: PersonRef[] = [];
  const stop = onAccessChange((person) => changed.push(person));
  const session = () => loadPrincipal('administrator', adminID);
  const before = await session();
  await setPermissions(adminID, ['payroll'], BY);
  expect((await session())?.permissions).toEqual(['payroll']);
  await endAdministratorSessions(adminID, BY);
  expect((await session())?.sessionVersion).toBe((before?.sessionVersion ?? 0) + 1);
  await closeAdministrator(adminID, BY);
  expect(await session()).toBeNull();
  await reopenAdministrator(adminID, BY);
  expect((await session())?.permissions).toEqual(['payroll']);
  stop();
  // Each change, and what takes the notice of its mail from the record.
  expect(changed.length).toBeGreaterThanOrEqual(4);
  expect(changed).toEqual(changed.map(() => ({ kind: 'administrator', id: adminID })));
  const lines = await AuditModel.find({
    'subject.id': String(adminID),
    action: { $ne: 'administrator.created' },
  })
    .sort({ at: 1 })
    .lean();
  expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['administrator.permissions-changed', { permissions: [...PERMISSIONS] }, { permissions: ['payroll'] }],
    ['administrator.sessions-ended', undefined, undefined],
    ['administrator.closed', { status: 1 }, { status: 2 }],
    ['administrator.reopened', { status: 2 }, { status: 1 }],
  ]);
});

test('an invitation is a one-time link; a newer one makes it worthless, and an accepted one is not repeated', async () => {
  const fields = { emailAddress: 'ann@example.com', firstName: 'Ann', permissions: ['payroll'] } as const;
  const first = await inviteAdministrator(fields, BY);
  const { adminID } = first.administrator;
  const second = await inviteAgain(adminID, BY);
  // 256 bits.
  for (const { token } of [first, second]) expect(token).toMatch(/^[\w-]{43}$/);
  expect(await resetPassword(first.token, 'a long enough one', {})).toBeNull();
  expect(await resetPassword(second.token, 'a long enough one', {})).toMatchObject({ affStatus: 1 });
  expect(await resetPassword(second.token, 'another long one', {})).toBeNull();
  expect((await findAdministratorOrThrow(adminID)).passwordHash).toMatch(/^\$argon2id/);
  await expect(inviteAgain(adminID, BY)).rejects.toMatchObject({ code: 'conflict' });
  expect(JSON.stringify(await ResetTokenModel.find().lean())).not.toContain(second.token);
  await expect(inviteAdministrator(fields, BY)).rejects.toMatchObject({ code: 'conflict' });
});

test('an invitation is good for three days, and not a moment longer', async () => {
  const fields = { emailAddress: 'ben@example.com', firstName: 'Ben', permissions: ['payroll'] } as const;
  const { token } = await inviteAdministrator(fields, BY);
  const { expiresAt } = (await ResetTokenModel.findOne().sort({ expiresAt: -1 }).lean()) ?? {};
  const end = expiresAt?.getTime() ?? 0;
  expect(Math.round((end - Date.now()) / 3_600_000)).toBe(72);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(end);
  expect(await resetPassword(token, 'a long enough one', {})).toBeNull();
  clock.mockReturnValue(end - 1);
  expect(await resetPassword(token, 'a long enough one', {})).toMatchObject({ affStatus: 1 });
  clock.mockRestore();
});

test('an office from before gets its first manager, once; who read the audit log still does', async () => {
  const permissions = ['moderation', 'accounts', 'payroll', 'statistics'] as const;
  await makeAdministrator({ permissions });
  await AdministratorModel.updateOne({}, { $set: { status: 2 } });
  const { adminID } = await makeAdministrator({ permissions });
  const other = await makeAdministrator({ permissions: ['accounts'] });
  await sealAsStored();
  await appointFirstManager();
  await appointFirstManager();
  expect(await managers()).toEqual([adminID]);
  expect((await findAdministratorOrThrow(adminID)).permissions).toEqual([
    ...permissions,
    'audit',
    'administrators',
  ]);
  expect((await findAdministratorOrThrow(other.adminID)).permissions).toEqual(['accounts', 'audit']);
});

test('inviting somebody again who has a password is refused, and ends no session', async () => {
  const adminID = await manager();
  const { sessionVersion } = await findAdministratorOrThrow(adminID);
  await expect(inviteAgain(adminID, BY)).rejects.toMatchObject({ code: 'conflict' });
  expect((await findAdministratorOrThrow(adminID)).sessionVersion).toBe(sessionVersion);
});

describe('where there are two managers', () => {
  type Manager = Awaited<ReturnType<typeof makeAdministrator>>;
  let one: Manager;
  let two: Manager;
  const by = ({ adminID: id, emailAddress }: Manager) => ({
    actor: { kind: 'administrator', id, emailAddress } as const,
  });
  const pendingOf = async (adminID: number) =>
    (await findAdministratorOrThrow(adminID)).pending as
      | { requestID: string; permissions: string[] }
      | undefined;
  beforeEach(async () => {
    [one, two] = [await makeAdministrator({ permissions: ['administrators'] }), await makeAdministrator()];
  });

  test('nobody changes their own permissions, in whatever direction', async () => {
    for (const wanted of [PERMISSIONS, [], ['administrators'] as const])
      await expect(setPermissions(one.adminID, wanted, by(one))).rejects.toMatchObject({ code: 'forbidden' });
    expect((await findAdministratorOrThrow(one.adminID)).permissions).toEqual(['administrators']);
  });

  test('what moves money waits for the second manager, also for who is invited or opened again; every manager is mailed', async () => {
    const fields = { emailAddress: 'puppet@example.com', firstName: '', permissions: PERMISSIONS };
    const { administrator } = await inviteAdministrator(fields, by(one));
    const { adminID } = administrator;
    expect(administrator.permissions).toEqual(['moderation', 'accounts', 'statistics', 'audit', 'queues']);
    for (const { emailAddress: to } of [one, two])
      expect(await MailModel.countDocuments({ to, subject: 'Access to the office has changed' })).toBe(1);
    const { requestID = '' } = (await pendingOf(adminID)) ?? {};
    await expect(confirmPermissions(adminID, requestID, by(one))).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await setPermissions(adminID, ['payroll', 'audit'], by(one))).permissions).toEqual(['audit']);
    // It is another request now.
    await expect(confirmPermissions(adminID, requestID, by(two))).rejects.toMatchObject({ code: 'conflict' });
    const next = (await pendingOf(adminID))?.requestID ?? '';
    expect((await confirmPermissions(adminID, next, by(two))).permissions).toEqual(['payroll', 'audit']);
    expect(await pendingOf(adminID)).toBeUndefined();
    await closeAdministrator(adminID, by(one));
    expect((await reopenAdministrator(adminID, by(one))).permissions).toEqual(['audit']);
    const last = (await pendingOf(adminID))?.requestID ?? '';
    await declinePermissions(adminID, last, by(two));
    await expect(confirmPermissions(adminID, last, by(two))).rejects.toMatchObject({ code: 'conflict' });
    expect((await findAdministratorOrThrow(adminID)).permissions).toEqual(['audit']);
  });

  test('who removes the other one is not alone for a week, then is, and the log says so', async () => {
    const { adminID } = await makeAdministrator({ permissions: [] });
    await closeAdministrator(two.adminID, by(one));
    const give = () => setPermissions(adminID, ['payroll'], by(one));
    await expect(give()).rejects.toMatchObject({ code: 'conflict' });
    await expect(setPermissions(one.adminID, PERMISSIONS, by(one))).rejects.toMatchObject({
      code: 'forbidden',
    });
    const weekAgo = new Date(Date.now() - 8 * 86_400_000);
    await AdministratorModel.updateOne({ adminID: two.adminID }, { $set: { managerUntil: weekAgo } });
    expect((await give()).permissions).toEqual(['payroll']);
    expect((await setPermissions(one.adminID, PERMISSIONS, by(one))).permissions).toEqual([...PERMISSIONS]);
    const line = await AuditModel.findOne({ 'subject.id': String(adminID), 'after.alone': true }).lean();
    expect(line?.action).toBe('administrator.permissions-changed');
  });
});
