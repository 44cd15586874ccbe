import { PAYMENT_STATE_TEXT, type PayrollReportRow } from '@partnerdesk/contracts';
import { type RowFilter, TYPE_FILTER } from './row-filters';

/** Payments by what became of them, and by how they are paid. */
export const REPORT_FILTERS: readonly RowFilter<PayrollReportRow>[] = [
  {
    name: 'state',
    label: 'Payment state',
    any: 'All states',
    options: [
      {
        value: 'executed',
        label: 'In no file',
        matches: ({ state, payFileID }) => state === 'executed' && payFileID === undefined,
      },
      {
        value: 'filed',
        label: 'In a file',
        matches: ({ state, payFileID }) => state === 'executed' && payFileID !== undefined,
      },
      { value: 'paid', label: PAYMENT_STATE_TEXT.paid, matches: ({ state }) => state === 'paid' },
      { value: 'returned', label: PAYMENT_STATE_TEXT.returned, matches: ({ state }) => state === 'returned' },
    ],
  },
  TYPE_FILTER,
];
