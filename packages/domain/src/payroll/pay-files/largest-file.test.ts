import type { AchSettings } from '@partnerdesk/node';
import { ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { importPeople } from '../../ledger/import-people';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { executePayroll } from '../execute-payroll';
import { PayrollModel } from '../payroll.models';
import { payFileText } from './download-pay-file';
import { beginPayFile, finishPayFile } from './make-pay-file';
import { excludedPayments, PayFileModel } from './pay-file.models';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
/** With an offset, one line of the file has the sum of all others. */
const SETTINGS: AchSettings = {
  destinationRouting: '110000000',
  destinationName: 'Bank of Test',
  originID: '1234567890',
  originName: 'Partnerdesk',
  companyName: 'Partnerdesk Inc.',
  companyID: '1234567890',
  odfi: '11000000',
  offset: { routing: '110000000', account: '1234567890' },
};

/** Three payments of $40,000,000.00, of which two fit into a file. @returns their payrollIDs */
async function largePayments(): Promise<number[]> {
  const affiliates = [1, 2, 3].map((affID) => ({
    affID,
    trackID: `T${affID}`,
    emailAddress: `aff${affID}@example.com`,
    firstName: 'Ann',
    lastName: 'Ellis',
    commission: 20,
    paymentType: 1,
    achName: 'Ann Ellis',
    achAccountType: 1,
    achAccountNumber: '000987654321',
    achRoutingNumber: '110000000',
  }));
  await importPeople({ affiliates });
  for (const { affID, trackID } of affiliates)
    await ingest(joined(affID, trackID), sale(`s${affID}`, affID, 1000, '2026-03-02T15:00:00Z'));
  const items = affiliates.map(({ affID }) => ({ personID: affID }));
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
  await PayrollModel.updateMany({}, { $set: { amountCents: 4_000_000_000 } });
  return (await PayrollModel.find().lean()).map(({ _id }) => _id);
}

test('what would bring a file over the largest sum that one line holds is left for another file', async () => {
  const payrollIDs = await largePayments();
  const { _id } = await beginPayFile({ payrollType: 1, format: 'nacha', payrollIDs, by });
  expect(await finishPayFile(_id)).toMatchObject({ state: 'made', lines: 2, amountCents: 8_000_000_000 });
  const { payments } = await excludedPayments(_id, 1);
  expect(payments.map(({ personID, reason }) => [personID, reason])).toEqual([
    [3, 'The file would be over $99,999,999.99: another file can have it'],
  ]);
  const { text } = await payFileText(_id, 1, SETTINGS, by);
  expect(text.split('\r\n').filter((line) => line.startsWith('627'))).toHaveLength(1);
  const rest = await beginPayFile({ payrollType: 1, format: 'nacha', payrollIDs, by });
  expect(await finishPayFile(rest._id)).toMatchObject({
    state: 'made',
    lines: 1,
    amountCents: 4_000_000_000,
  });
});

test('what earlier steps of its making took counts', async () => {
  const { _id } = await beginPayFile({
    payrollType: 1,
    format: 'nacha',
    payrollIDs: await largePayments(),
    by,
  });
  await PayFileModel.updateOne({ _id }, { $set: { amountCents: 4_000_000_000 } });
  expect(await finishPayFile(_id)).toMatchObject({ lines: 1, amountCents: 8_000_000_000 });
});
