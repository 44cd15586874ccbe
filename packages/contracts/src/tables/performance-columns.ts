import type { PerformanceRecord } from '../calls/accounts.calls';
import type { ColumnKind, TableColumn } from '../table-column';

const column = (
  header: string,
  kind: ColumnKind,
  value: TableColumn<PerformanceRecord>['value'],
): TableColumn<PerformanceRecord> => ({ header, kind, value });

/** An affiliate's performance in a period, behind the columns of the record. */
export const PERFORMANCE_COLUMNS: readonly TableColumn<PerformanceRecord>[] = [
  column('Clicks', 'count', ({ clicks }) => clicks),
  column('Joins', 'count', ({ joins }) => joins),
  column('Number of sales', 'count', ({ salesCount }) => salesCount),
  column('Sales', 'money', ({ sales }) => sales),
  column('EPC', 'count', ({ epc }) => epc),
  column('Earned', 'money', ({ earned }) => earned),
  column('Balance', 'money', ({ balance }) => balance),
  column('Last sale', 'date', ({ lastSale }) => lastSale),
];
