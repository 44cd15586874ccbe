import { addPayees, ingest, joined, sale, sealAsStored, useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel } from '../../accounts/account.models';
import { CounterModel } from '../../ledger/ledger.models';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { today } from '../../platform/config';
import { discardPayFile } from '../approval/requests';
import { unfiledPayments } from '../payroll-progress';
import { openRun, PayrollRunModel } from '../payroll-runs';
import { performRun } from '../perform-run';
import { beginFilesOfRun, finishPayFile } from './make-pay-file';
import { PayFileModel } from './pay-file.models';

useTestDatabase();

/** Affiliates 1 and 2 by direct deposit, 3 by PayPal, 4 by nobody knows what. */
beforeEach(async () => {
  await addPayees({ affiliates: [20, 20, 20, 20] });
  const typeOf = { 1: 1, 2: 1, 3: 2, 4: 0 };
  for (const [affID, paymentType] of Object.entries(typeOf)) {
    const id = Number(affID);
    await AffiliateModel.updateOne({ affID: id }, { paymentType, payPalUserName: 'ann@paypal.example' });
    await ingest(joined(id, `T${id}`), sale(`s${id}`, id, 1000, '2026-01-06T15:00:00Z'));
  }
  await sealAsStored();
});

async function executed(fileFormats?: ('nacha' | 'paypal')[]): Promise<string> {
  const run = await openRun({
    kind: 'execute',
    payrollType: 1,
    endDate: '2026-01-31',
    personID: 0,
    by: SYSTEM_ACTOR,
    ...(fileFormats && { fileFormats }),
  });
  await performRun(run._id);
  return run._id;
}
const files = () => PayFileModel.find().sort({ _id: 1 }).lean();

test('an execution begins a file of each kind that was asked for, of what it executed', async () => {
  const runID = await executed(['nacha', 'paypal']);
  expect(await beginFilesOfRun(runID)).toEqual([1, 2]);
  expect(await files()).toMatchObject([
    { format: 'nacha', payments: 2, state: 'building' },
    { format: 'paypal', payments: 1, state: 'building' },
  ]);
});

test('where the day’s NACHA files are used up, the file for PayPal is begun all the same', async () => {
  const runID = await executed(['nacha', 'paypal']);
  await CounterModel.collection.insertOne({ _id: `payFile:${today()}`, value: 36 } as never);
  expect(await beginFilesOfRun(runID)).toEqual([1]);
  expect(await files()).toMatchObject([{ format: 'paypal', payments: 1, state: 'building' }]);
});

test('a worker that died after it had begun them begins no others, whatever became of the files', async () => {
  const runID = await executed(['paypal']);
  const [payFileID = 0] = await beginFilesOfRun(runID);
  expect(await beginFilesOfRun(runID)).toEqual([payFileID]);
  await finishPayFile(payFileID);
  expect(await beginFilesOfRun(runID)).toEqual([payFileID]);
  await discardPayFile(payFileID, { actor: SYSTEM_ACTOR });
  expect(await beginFilesOfRun(runID)).toEqual([payFileID]);
  expect(await files()).toHaveLength(1);
});

test('without being asked, and before it has ended, an execution begins none', async () => {
  const runID = await executed();
  expect(await beginFilesOfRun(runID)).toEqual([]);
  await PayrollRunModel.updateOne({ _id: runID }, { state: 'active', fileFormats: ['paypal'] });
  expect(await beginFilesOfRun(runID)).toEqual([]);
  expect(await beginFilesOfRun('gone')).toEqual([]);
});

test('what somebody else executed is in no file of this execution', async () => {
  await executed();
  expect(await beginFilesOfRun(await executed(['nacha', 'paypal']))).toEqual([]);
});

test('payments without a file wait for the one that can hold them; of unknown type for none', async () => {
  await executed();
  const waiting = (format: 'nacha' | 'paypal') => unfiledPayments(1, '2026-01-10', format);
  expect([await waiting('nacha'), await waiting('paypal')]).toMatchObject([{ length: 2 }, { length: 1 }]);
});
