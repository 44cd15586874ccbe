import { ENTRIES_PAGE, PAYROLL_TYPE } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { executePayroll } from './execute-payroll';
import { openEntries, payrollEntries } from './payroll-entries';

useTestDatabase();

const END = '2026-03-10';

const idsOf = ({ entries }: { entries: { _id: string }[] }) => entries.map(({ _id }) => _id);

test('the entries behind a row and behind its payment are the same, both ends included, and none of anybody else', async () => {
  await addPayees({ affiliates: [20, 20] });
  await ingest(
    joined(1, 'T1'),
    joined(2, 'T2'),
    sale('first', 1, 1000, '2026-03-02T15:00:00Z'),
    sale('on the last day', 1, 1000, `${END}T15:00:00Z`),
    sale('after it', 1, 1000, '2026-03-11T15:00:00Z'),
    sale('another’s', 2, 1000, `${END}T15:00:00Z`),
  );
  const due = await openEntries('affiliate', 1, END, 1);
  expect([due.total, idsOf(due)]).toEqual([2, ['event:first', 'event:on the last day']]);

  const [outcome] = await executePayroll({
    payrollType: PAYROLL_TYPE.affiliates,
    endDate: END,
    items: [{ personID: 1 }],
    by: SYSTEM_ACTOR,
  });
  const payrollID = outcome?.outcome === 'executed' ? outcome.payroll._id : 0;
  expect(await payrollEntries(payrollID, 1)).toEqual(due);
  expect(idsOf(await openEntries('affiliate', 1, END, 1))).toEqual([]);
  expect(idsOf(await openEntries('affiliate', 1, '2026-03-11', 1))).toEqual(['event:after it']);
  expect(await payrollEntries(999, 1)).toBeUndefined();
});

test('they come in pages, each entry once, in the order in which they happened', async () => {
  await addPayees({ affiliates: [20] });
  const ids = Array.from({ length: ENTRIES_PAGE + 3 }, (_, index) => `s${String(index).padStart(4, '0')}`);
  const at = (index: number) => new Date(Date.parse('2026-03-02T15:00:00Z') + index * 1000).toISOString();
  await ingest(joined(1, 'T1'), ...ids.map((id, index) => sale(id, 1, 100, at(index))));
  const pages = [await openEntries('affiliate', 1, END, 1), await openEntries('affiliate', 1, END, 2)];
  expect(pages.flatMap(idsOf)).toEqual(ids.map((id) => `event:${id}`));
  expect(pages.map(({ total, entries }) => [total, entries.length])).toEqual([
    [ENTRIES_PAGE + 3, ENTRIES_PAGE],
    [ENTRIES_PAGE + 3, 3],
  ]);
});
