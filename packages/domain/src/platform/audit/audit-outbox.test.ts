import {
  addAffiliates,
  addPicture,
  dieAtWrite,
  makeAdministrator,
  moderator,
  useTestDatabase,
} from '@partnerdesk/testing';
import { endSessions } from '../../access/end-sessions';
import { inviteAdministrator, setPermissions } from '../../access/manage-administrators';
import { readSecondFactor, renewRecoveryCodes } from '../../access/second-factor';
import { AdministratorModel, AffiliateModel } from '../../accounts/account.models';
import { findAccountOrThrow } from '../../accounts/account-kinds';
import { editAccount } from '../../accounts/edit-account';
import { decidePicture } from '../../moderation/decide-item';
import { PictureModel } from '../../moderation/review.models';
import { undoDecision } from '../../moderation/undo-decision';
import { readTextBlock, saveTextBlock } from '../../promotion/text-blocks';
import { AuditModel } from './audit';
import { deliverForgotten } from './audit-outbox';
import { RecordedSettingsModel, recordSettings } from './record-settings';

useTestDatabase();

const by = { actor: moderator() };
const affiliate = () => findAccountOrThrow('affiliate', 1);
const picture = () => PictureModel.findOne({ photoID: 1 }).orFail().lean();
const person = { kind: 'administrator', id: 1 } as const;
const passkeys = [
  { id: 'a', publicKey: 'k', counter: 0, transports: [], name: 'phone', addedAt: new Date() },
];

/** A change, and what it changes as it is read. */
interface Change {
  prepare?: () => Promise<unknown>;
  make: () => Promise<unknown>;
  read: () => Promise<unknown>;
}

const CHANGES: Record<string, Change> = {
  'affiliate.updated': {
    make: async () => {
      const { version } = await affiliate();
      const values = { lastName: `Lee ${version}` };
      return editAccount({ kind: 'affiliate', id: 1, updateType: 'Info', version, values, by });
    },
    read: async () => (await affiliate()).lastName,
  },
  'sessions.ended': {
    make: () => endSessions({ kind: 'affiliate', id: 1 }, by),
    read: async () => (await affiliate()).sessionVersion,
  },
  'administrator.permissions-changed': {
    make: () => setPermissions(1, ['administrators', 'payroll'], by),
    read: async () => (await AdministratorModel.findOne({ adminID: 1 }).orFail().lean()).permissions.length,
  },
  'administrator.invited': {
    make: () => inviteAdministrator({ emailAddress: 'new@example.com', firstName: '', permissions: [] }, by),
    read: () => AdministratorModel.countDocuments(),
  },
  'text-block.updated': {
    make: () => saveTextBlock({ name: 'terms', html: '<p>new</p>', version: 0 }, by),
    read: () => readTextBlock('terms'),
  },
  'second-factor.recovery-codes-made': {
    prepare: () =>
      AdministratorModel.updateOne(
        { adminID: 1 },
        { secondFactor: { version: 'v', passkeys, recoveryHashes: [] } },
      ),
    make: () => renewRecoveryCodes(person, by),
    read: async () => (await readSecondFactor(person)).version,
  },
  'image.approved': {
    make: () => decidePicture({ photoID: 1, type: 1, to: 1 }, by),
    read: async () => (await picture()).status,
  },
  'image.decision-undone': {
    prepare: () => decidePicture({ photoID: 1, type: 1, to: 1 }, by),
    make: () => undoDecision(by, undefined),
    read: async () => (await picture()).status,
  },
  'settings.changed': {
    make: () => recordSettings('web server', { PORT: '80' }),
    read: () => RecordedSettingsModel.countDocuments(),
  },
};

beforeEach(async () => {
  await addAffiliates(['Ann', 'Lee', 'ann@example.com']);
  await makeAdministrator({ emailAddress: 'admin@example.com' });
  await addPicture({ type: 1 });
});

test.each(Object.keys(CHANGES))(
  'killed at any write: %s is in the log if and only if it happened',
  async (action) => {
    const { prepare, make, read } = CHANGES[action] as Change;
    await prepare?.();
    const before = await read();
    for (let write = 1, reached = true; reached; write += 1) {
      const stop = dieAtWrite(write);
      await make().catch(() => {});
      reached = stop();
      await deliverForgotten(new Date());
      const happened = (await read()) !== before;
      const entries = await AuditModel.find({ action }).lean();
      expect({ write, happened, entries: entries.length }).toEqual({
        write,
        happened,
        entries: happened ? 1 : 0,
      });
      if (happened) break;
    }
    expect(await read()).not.toBe(before);
    expect(await deliverForgotten(new Date())).toBe(0);
  },
);

test('entries of one document that servers move at the same moment are in the log once each', async () => {
  await Promise.all(Array.from({ length: 5 }, () => endSessions({ kind: 'affiliate', id: 1 }, by)));
  await Promise.all([deliverForgotten(new Date()), deliverForgotten(new Date())]);
  expect(await AuditModel.countDocuments({ action: 'sessions.ended' })).toBe(5);
});

test('an entry that was put into a document in the database comes into no log; those of the product do', async () => {
  await addAffiliates(['Ann', 'Lee']);
  const entry = {
    key: 'forged',
    actor: by.actor,
    action: 'affiliate.updated',
    subject: { type: 'affiliate', id: 1 },
  };
  const forged = { at: new Date(), entry, seal: `dev.${'0'.repeat(64)}` };
  const auditOutbox = { at: forged.at, last: 'forged', entries: [forged] };
  await AffiliateModel.collection.updateOne({ affID: 1 }, { $set: { auditOutbox } });
  await editAccount({ kind: 'affiliate', id: 1, updateType: 'Info', values: { lastName: 'Ash' }, by });
  const lines = await AuditModel.find({ 'subject.type': 'affiliate' }).lean();
  expect(lines.map(({ key, after }) => [key === 'forged', after?.lastName])).toEqual([[false, 'Ash']]);
});

test('a change with half of a letter is in the log with what is stored for it', async () => {
  await editAccount({ kind: 'affiliate', id: 1, updateType: 'Info', values: { lastName: 'Lee \ud83d' }, by });
  const line = await AuditModel.findOne({ action: 'affiliate.updated' }).lean();
  expect(line?.after).toMatchObject({ lastName: 'Lee \ufffd' });
});
