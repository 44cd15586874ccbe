import type { PayrollRow } from '@partnerdesk/contracts';
import { type RowFilter, TYPE_FILTER } from './row-filters';
import type { RowOutcomes } from './use-execution';

/** Generated rows by what can be done with them, and by how they are paid. */
export function generatedFilters({ payrollIdOf }: RowOutcomes): RowFilter<PayrollRow>[] {
  const isPaid = (row: PayrollRow) => payrollIdOf(row) !== undefined;
  return [
    {
      name: 'state',
      label: 'Payment state',
      any: 'All states',
      options: [
        { value: 'open', label: 'To execute', matches: (row) => !isPaid(row) && !row.accountHeld },
        { value: 'held', label: 'Held', matches: (row) => !isPaid(row) && row.accountHeld === true },
        { value: 'executed', label: 'Already executed', matches: isPaid },
      ],
    },
    TYPE_FILTER,
  ];
}
