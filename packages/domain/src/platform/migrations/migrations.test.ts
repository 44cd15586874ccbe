import {
  dieAtWrite,
  ingest,
  joined,
  makeAffiliate,
  refund,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { AttributionModel } from '../../ledger/ledger.models';
import { storePaidMails } from '../../mail/paid-mails';
import { storePaymentMails } from '../../mail/payment-mails';
import { executePayroll } from '../../payroll/execute-payroll';
import { markPayments } from '../../payroll/mark-payments';
import { SYSTEM_ACTOR } from '../audit/audit';
import { FormatModel } from './format.model';
import { migrate } from './migrate';
import { MIGRATIONS } from './migrations';

useTestDatabase();

const of = (name: string) => mongoose.connection.collection(name);
/** As the data was before the migration of this name. */
const before = (name: string) => {
  const version = MIGRATIONS.findIndex((each) => each.name === name);
  return FormatModel.updateOne({ _id: 'format' }, { $set: { version, fence: 1 } }, { upsert: true });
};
const days = async () => {
  const found = await AttributionModel.find({}).sort({ _id: 1 }).lean();
  return found.map(({ _id, day }) => [_id, day]);
};

test('members of earlier versions get the day on which they joined, in the business’s time zone, whatever write it dies at', async () => {
  const { trackID } = await makeAffiliate();
  await ingest(joined(1, trackID, '2026-03-02T04:30:00Z'), joined(2, trackID, '2026-03-02T05:30:00Z'));
  await ingest(joined(3, trackID, '2026-03-05T17:00:00Z'), sale('waits', 4, 100, '2026-03-05T17:00:00Z'));
  const right = [
    [1, '2026-03-01'],
    [2, '2026-03-02'],
    [3, '2026-03-05'],
  ];
  let dies = true;
  for (let write = 1; dies; write += sized(2, 1)) {
    await of('attributions').updateMany({ _id: { $in: [1, 2] } as never }, { $unset: { day: '' } });
    await before('keep the day on which members joined');
    const revive = dieAtWrite(write);
    await migrate().catch(() => undefined);
    dies = revive();
    await migrate({ deadMs: 1 });
    expect(await days()).toEqual(right);
  }
});

test('more members than one step of it looks at get their day', async () => {
  const count = 5001;
  const day = '2026-03-02';
  const events = Array.from({ length: count }, (_, index) => ({
    ...{ _id: `j${index}`, type: 'member.joined', state: 'applied', day, body: { memberID: index + 1 } },
  }));
  await of('events').insertMany(events as never[]);
  await of('attributions').insertMany(
    events.map(({ body }) => ({ _id: body.memberID, affID: 0, tid: '', lp: '' })) as never[],
  );
  await before('keep the day on which members joined');
  await migrate();
  expect(await AttributionModel.countDocuments({ day })).toBe(count);
});

test('nobody is mailed about payments of before the upgrade; those after it are mailed', async () => {
  const { affID, trackID } = await makeAffiliate({ commission: 20 });
  const at = '2026-03-02T17:00:00Z';
  const pay = (endDate: string) =>
    executePayroll({ payrollType: 1, endDate, items: [{ personID: affID }], by: SYSTEM_ACTOR });
  await ingest(joined(1, trackID, at), sale('s1', 1, 1000, at), refund('r1', 's1', 100, at));
  await pay('2026-03-10');
  await markPayments({ payrollIDs: [1], state: 'paid', by: { actor: SYSTEM_ACTOR } });
  await before('pass over earlier payments');
  await migrate();
  expect(await storePaymentMails()).toEqual([]);
  expect(await storePaidMails()).toEqual([]);
  await ingest(sale('s2', 1, 1000, '2026-03-12T17:00:00Z'));
  await pay('2026-03-13');
  expect(await storePaymentMails()).toEqual(['payment-executed.2']);
  // A second run of it, by a process that was late, passes over nothing.
  await before('pass over earlier payments');
  await of('noticeCursors').updateOne({ _id: 'payments' as never }, { $set: { through: 0 } });
  await migrate();
  expect(await of('noticeCursors').findOne({ _id: 'payments' as never })).toMatchObject({ through: 0 });
});

test('indexes that no query uses any more are dropped, where there are any', async () => {
  await of('dayTotals').createIndex({ open: 1 }, { name: 'open_days' });
  await of('affiliates').createIndex({ nameKey: 1 }, { name: 'nameKey_1' });
  await before('drop indexes of earlier versions');
  await migrate();
  // 27: there is no such index.
  await expect(of('dayTotals').dropIndex('open_days')).rejects.toMatchObject({ code: 27 });
  await expect(of('affiliates').dropIndex('nameKey_1')).rejects.toMatchObject({ code: 27 });
});
