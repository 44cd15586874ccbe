import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { ingest, joined, refund, sale, useTestDatabase } from '@partnerdesk/testing';
import { importPeople } from '../ledger/import-people';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { today } from '../platform/config';
import { executePayroll } from './execute-payroll';
import { PayrollModel } from './payroll.models';
import { duePeriods, payrollSchedule } from './payroll-schedule';

useTestDatabase();

const TYPE = PAYROLL_TYPE.affiliates;

/** An affiliate of each payment type who earned 2.00 on the last day that is due, and one whose sale was refunded. */
async function earned(): Promise<string> {
  const { endDate } = duePeriods(TYPE, today()).last;
  const ways = [
    { paymentType: 1, achAccountNumber: '000987654321', payPalUserName: 'left@example.com' },
    { paymentType: 2, achAccountNumber: '000987654321', payPalUserName: 'bob@example.com' },
    { paymentType: 0 },
    { paymentType: 2 },
  ];
  const affiliates = ways.map((way, index) => ({
    affID: index + 1,
    trackID: `T${index + 1}`,
    emailAddress: `aff${index + 1}@example.com`,
    firstName: 'Ann',
    commission: 20,
    ...way,
  }));
  await importPeople({ affiliates });
  for (const { affID, trackID } of affiliates) {
    await ingest(joined(affID, trackID), sale(`s${affID}`, affID, 1000, `${endDate}T15:00:00Z`));
  }
  await ingest(refund('r4', 's4', 1000, `${endDate}T16:00:00Z`));
  return endDate;
}

const execute = (endDate: string) =>
  executePayroll({
    payrollType: TYPE,
    endDate,
    items: [1, 2, 3].map((personID) => ({ personID })),
    by: SYSTEM_ACTOR,
  });

test('a record says where the money went: the account’s last digits, the PayPal id, or nothing known', async () => {
  await execute(await earned());
  const records = await PayrollModel.find().sort({ personID: 1 }).lean();
  expect(records.map(({ paymentType, paymentInfo }) => [paymentType, paymentInfo])).toEqual([
    [1, '••••••••4321'],
    [2, 'bob@example.com'],
    [0, ''],
  ]);
});

test('what is due is the period that has ended, and once that is paid the one that runs', async () => {
  const endDate = await earned();
  const { last, next } = duePeriods(TYPE, today());
  const overdue = last.dueDate < today();
  expect(await payrollSchedule(TYPE)).toEqual({ ...last, persons: 3, cents: 600, overdue });
  await execute(endDate);
  expect(await payrollSchedule(TYPE)).toEqual({ ...next, persons: 0, cents: 0, overdue: false });
});
