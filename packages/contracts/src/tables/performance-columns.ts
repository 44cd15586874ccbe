import type { PerformanceRecords } from '../calls/accounts.calls';
import type { TableColumn } from '../table-column';
import type { AccountKind } from '../wire-accounts';

/** The performance of a period, behind the columns of a kind's record. */
export const PERFORMANCE_COLUMNS: {
  readonly [Kind in AccountKind]: readonly TableColumn<PerformanceRecords[Kind]>[];
} = {
  affiliate: [
    { header: 'Clicks', kind: 'count', value: ({ clicks }) => clicks },
    { header: 'Joins', kind: 'count', value: ({ joins }) => joins },
    { header: 'Number of sales', kind: 'count', value: ({ salesCount }) => salesCount },
    { header: 'Sales', kind: 'money', value: ({ sales }) => sales },
    { header: 'EPC', kind: 'count', value: ({ epc }) => epc },
    { header: 'Earned', kind: 'money', value: ({ earned }) => earned },
    { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
    { header: 'Last sale', kind: 'date', value: ({ lastSale }) => lastSale },
  ],
  staff: [
    { header: 'Number of sales', kind: 'count', value: ({ salesCount }) => salesCount },
    { header: 'Earned', kind: 'money', value: ({ earned }) => earned },
    { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
    { header: 'Last sale', kind: 'date', value: ({ lastSale }) => lastSale },
    { header: 'Pictures approved', kind: 'count', value: ({ pictures }) => pictures.approved },
    { header: 'Pictures judged', kind: 'count', value: ({ pictures }) => pictures.judged },
  ],
  member: [
    { header: 'Number of sales', kind: 'count', value: ({ salesCount }) => salesCount },
    { header: 'Value', kind: 'money', value: ({ value }) => value },
    { header: 'Last sale', kind: 'date', value: ({ lastSale }) => lastSale },
  ],
};
