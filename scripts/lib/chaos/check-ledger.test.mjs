import * as domain from '@partnerdesk/domain';
import { addPayees, ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { checkLedger } from './check-ledger.mjs';
import { Acknowledged } from './load.mjs';

useTestDatabase();

const STAFF_ID = 1;
const MAIL = /** @type {const} */ ({ kind: 'contact', to: 'a@example.com', subject: 's', text: 't' });
/** @param {number} days before now */
const ago = (days) => new Date(Date.now() - days * 86_400_000).toISOString();
/** @type {Acknowledged} */
let acknowledged;
/** @type {string[]} */
let received;

/** A small business in which all is right. */
beforeEach(async () => {
  await addPayees({ affiliates: [20], staff: [50] });
  const events = [joined(1, 'T1', ago(5)), sale('s1', 1, 1000, ago(4)), sale('s2', 1, 500, ago(2))];
  await ingest(...events);
  const [paid] = await domain.executePayroll({
    payrollType: 1,
    endDate: domain.dayOf(new Date(ago(3))),
    items: [{ personID: 1 }],
    by: domain.SYSTEM_ACTOR,
  });
  const payroll = await domain.PayrollModel.findOne().orFail().lean();
  expect(paid).toBeDefined();
  await domain.StaffModel.updateOne({ staffID: STAFF_ID }, { $set: { status: 1 } });
  await domain.writeAudit({
    actor: domain.SYSTEM_ACTOR,
    action: 'staff.approved',
    subject: { type: 'staff', id: STAFF_ID },
  });
  const mailID = await domain.storeMail(MAIL);
  await domain.markSent({ mailID });
  received = [`Message-ID: <${mailID}@partnerdesk>`];
  acknowledged = new Acknowledged();
  acknowledged.events = new Set(events.map(({ eventID }) => eventID));
  acknowledged.payrolls.set(payroll._id, payroll.amountCents / 100);
  acknowledged.decisions.set(STAFF_ID, 1);
  acknowledged.mails = 1;
});

const faults = async () => (await checkLedger(acknowledged, received)).faults.join('\n');

test('a ledger in which all is right have no faults', async () => {
  expect(await faults()).toBe('');
});

test('every kind of fault is found, each by its name', async () => {
  const entry = await domain.EntryModel.findOne({ _id: 'event:s2' }).lean();
  await domain.EntryModel.collection.insertOne(/** @type {any} */ ({ ...entry, _id: 'event:twice' }));
  await domain.EntryModel.deleteOne({ _id: 'event:s1' });
  await domain.EventModel.deleteOne({ _id: 's2' });
  await domain.PayrollModel.collection.updateOne({}, { $inc: { amountCents: 1 } });
  await domain.DayTotalModel.collection.updateOne(
    { kind: 'site', salesCount: 1 },
    { $inc: { salesCount: 1 } },
  );
  await domain.StaffModel.updateOne({ staffID: STAFF_ID }, { $set: { status: 0 } });
  await domain.JournalModel.collection.deleteOne({ _id: /** @type {any} */ (1) });
  received.push(...received);
  await domain.markSent({ mailID: await domain.storeMail(MAIL) });
  const found = await faults();
  for (const expected of [
    /acknowledged event s2 is lost/,
    /entry event:s1: missing, record \d+ wrote it/,
    /payroll \d+ is 201 cents, not 2 dollars/,
    /affiliate:1.*201/,
    /day total site:0:\S+ salesCount is 2/,
    /the decision about staff 1 is lost/,
    /journal record 1: is missing/,
    /1 mails were sent twice/,
    /is marked sent and never arrived/,
  ])
    expect(found).toMatch(expected);
});
