import {
  addPicture,
  atTime,
  ingest,
  joined,
  makeAffiliate,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { closeFailedSignIns, FailedSignInsModel, recordFailedSignIn } from './access/record-sign-ins';
import { AffiliateModel } from './accounts/account.models';
import { pendingNotice, storeForgottenNotices } from './accounts/noticed-changes';
import { storePaymentMails } from './mail/mailings';
import { findLostPictures } from './moderation/picture-files';
import { executePayroll } from './payroll/execute-payroll';
import { openRun, openRuns } from './payroll/payroll-runs';
import { performRun } from './payroll/perform-run';
import { AuditModel, SYSTEM_ACTOR, VISITOR } from './platform/audit/audit';
import { deliverForgotten, recorded } from './platform/audit/audit-outbox';
import {
  claimMail,
  MailModel,
  markDeliveryUnknown,
  markFailed,
  markSent,
  storeMail,
  unsentMails,
} from './platform/outbox/mails';

/*
 * What waits for a worker is still tried once one runs again, however long none did (docs/RULES.md, Work that waits). Postbacks:
 * promotion/postbacks/postbacks.test.ts; clicks: packages/queues/src/click-buffer.test.ts.
 */

useTestDatabase();

/** Does it as a worker that starts long after everything else. */
const yearsLater = <Result>(work: () => Promise<Result>) => atTime('2050-01-01T12:00:00Z', work);
const mail = { kind: 'contact' as const, to: 'a@example.com', subject: 'Hello', text: 'Hello' };

test('mails, pictures, payroll runs and payments are found', async () => {
  const mailID = await storeMail(mail);
  const { photoID } = await addPicture({ stage: 'received' });
  const { affID, trackID } = await makeAffiliate();
  await ingest(joined(1, trackID), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
  await storePaymentMails();
  const payroll = { payrollType: 1 as const, endDate: '2026-03-10' };
  const run = await openRun({ ...payroll, kind: 'generate', personID: 0, by: SYSTEM_ACTOR });
  await executePayroll({ ...payroll, items: [{ personID: affID }], by: SYSTEM_ACTOR });
  await yearsLater(async () => {
    expect(await unsentMails(60_000)).toEqual([{ mailID, awaited: true }]);
    const lost: number[] = [];
    for await (const each of findLostPictures(Date.now())) lost.push(each);
    expect(lost).toEqual([photoID]);
    expect((await openRuns()).map(({ _id }) => _id)).toEqual([run._id]);
    await performRun(run._id);
    expect(await openRuns()).toEqual([]);
    expect(await storePaymentMails()).toHaveLength(1);
  });
});

test('entries of the audit log, mails about changes and sums of failed sign-ins are stored', async () => {
  const { affID } = await makeAffiliate();
  const entry = {
    actor: VISITOR,
    action: 'sign-in.failed' as const,
    subject: { type: 'affiliate' as const, id: affID },
  };
  const passwordNotice = pendingNotice({ to: 'a@example.com', what: 'password-changed' });
  await AffiliateModel.updateOne({ affID }, { $set: { passwordNotice, ...recorded(entry) } });
  const failed = {
    person: { kind: 'affiliate' as const, id: affID },
    emailAddress: 'a',
    why: 'wrong' as const,
    origin: {},
  };
  await recordFailedSignIn(failed);
  await recordFailedSignIn(failed);
  await yearsLater(async () => {
    expect(await deliverForgotten(new Date(Date.now()))).toBe(1);
    expect(await storeForgottenNotices()).toBe(1);
    await closeFailedSignIns(new Date(Date.now()));
  });
  expect(await AuditModel.countDocuments({ action: 'sign-in.failed' })).toBe(2);
  expect(await AuditModel.findOne({ action: 'sign-in.failures-counted' }).lean()).toMatchObject({
    after: { failures: 2 },
  });
  expect(await FailedSignInsModel.countDocuments()).toBe(0);
  expect((await unsentMails(-60_000)).map(({ mailID }) => mailID)).toEqual([
    `password-changed.${passwordNotice.noticeID}`,
  ]);
});

describe('what the database deletes by its age', () => {
  /** Of every model: its collection, the field with the time, and the seconds after it. */
  const expiring = () =>
    Object.values(mongoose.models).flatMap(({ schema, collection }) =>
      schema.indexes().flatMap(([key, { expireAfterSeconds: seconds }]) => {
        const [field = ''] = Object.keys(key);
        return seconds === undefined ? [] : [`${collection.collectionName}.${field}`];
      }),
    );

  test('is nothing that waits to be tried: ends of links and traces, and what was settled', () => {
    expect(expiring().sort()).toEqual([
      'apiKeys.expiresAt',
      'changeNotices.expiresAt',
      'contactMessages.createdAt',
      'emailClaims.at',
      'fraudSignals.lastAt',
      'fraudTraces.at',
      'mails.givenUpAt',
      'mails.sentAt',
      'refusedEvents.refusedAt',
      'resetTokens.expiresAt',
    ]);
  });

  test('a mail has such a time once it is sent or given up, and none when it is tried again', async () => {
    const [waiting, sent, failed, unsure] = await Promise.all([1, 2, 3, 4].map(() => storeMail(mail)));
    await claimMail(waiting as string);
    await markSent({ mailID: sent as string });
    await markFailed(failed as string);
    await MailModel.updateOne({ _id: unsure }, { $set: { state: 'handed-over' } });
    await markDeliveryUnknown(unsure as string);
    const ends = async (_id = '') => {
      const { sentAt, givenUpAt } = await MailModel.findById(_id).orFail().lean();
      return [sentAt instanceof Date, givenUpAt instanceof Date];
    };
    expect(await Promise.all([waiting, sent, failed, unsure].map(ends))).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, true],
    ]);
  });
});
