import {
  type AccountKind,
  accountColumns,
  csvHeader,
  csvLine,
  PERFORMANCE_COLUMNS,
} from '@partnerdesk/contracts';
import type { AccountDocuments } from '@partnerdesk/domain';
import { csvOfRows } from '../answer-csv';
import { presentAccount, presentPerformance, type ShownPeriod } from './accounts.presenter';

interface ExportView {
  /** The business's. */
  timeZone: string;
  /** Adds everybody's performance in it. */
  period: ShownPeriod | undefined;
}

/** A CSV file of records, as they come. */
export function csvOfAccounts<Kind extends AccountKind>(
  kind: Kind,
  { timeZone, period }: ExportView,
  rows: AsyncIterable<AccountDocuments[Kind]>,
): AsyncGenerator<string> {
  const own = accountColumns(kind, timeZone);
  const further = period ? PERFORMANCE_COLUMNS[kind] : [];
  return csvOfRows(csvHeader<never>([...own, ...further]), rows, (row) => {
    const record = presentAccount(kind, row);
    const cells = own.map(({ value }) => value(record));
    if (period) {
      const performance = presentPerformance(kind, row, period);
      cells.push(...further.map(({ value }) => value(performance)));
    }
    return csvLine(cells);
  });
}
