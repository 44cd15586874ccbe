import { type AccountKind, accountColumns, csvHeader, csvRow } from '@partnerdesk/contracts';
import type { AccountDocuments } from '@partnerdesk/domain';
import { presentAccount } from './accounts.presenter';

/** Rows written at a time. */
const CHUNK = 200;

/** A CSV file of records, as they come. @param timeZone the business's */
export async function* csvOfAccounts<Kind extends AccountKind>(
  kind: Kind,
  timeZone: string,
  rows: AsyncIterable<AccountDocuments[Kind]>,
): AsyncGenerator<string> {
  const columns = accountColumns(kind, timeZone);
  let chunk = csvHeader(columns);
  let lines = 0;
  for await (const row of rows) {
    chunk += csvRow(columns, presentAccount(kind, row));
    lines += 1;
    if (lines % CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
