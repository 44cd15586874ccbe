import {
  type AccountKind,
  accountColumns,
  csvHeader,
  csvLine,
  PERFORMANCE_COLUMNS,
} from '@partnerdesk/contracts';
import type { AccountDocuments } from '@partnerdesk/domain';
import { presentAccount, presentPerformance, type ShownPeriod } from './accounts.presenter';

/** Rows written at a time. */
const CHUNK = 200;

interface ExportView {
  /** The business's. */
  timeZone: string;
  /** Adds everybody's performance in it. */
  period: ShownPeriod | undefined;
}

/** A CSV file of records, as they come. */
export async function* csvOfAccounts<Kind extends AccountKind>(
  kind: Kind,
  { timeZone, period }: ExportView,
  rows: AsyncIterable<AccountDocuments[Kind]>,
): AsyncGenerator<string> {
  const own = accountColumns(kind, timeZone);
  const further = period ? PERFORMANCE_COLUMNS[kind] : [];
  let chunk = csvHeader<never>([...own, ...further]);
  let lines = 0;
  for await (const row of rows) {
    const record = presentAccount(kind, row);
    const cells = own.map(({ value }) => value(record));
    if (period) {
      const performance = presentPerformance(kind, row, period);
      cells.push(...further.map(({ value }) => value(performance)));
    }
    chunk += csvLine(cells);
    lines += 1;
    if (lines % CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
