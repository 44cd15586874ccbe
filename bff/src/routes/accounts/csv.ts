import type { AccountKind, AccountRecords } from '@partnerdesk/contracts';
import type { AccountDocuments } from '@partnerdesk/domain';
import { presentAccount } from './accounts.presenter';

/** Columns of an export: what a list is for, without numbers of accounts. */
const COLUMNS: { [Kind in AccountKind]: (keyof AccountRecords[Kind] & string)[] } = {
  affiliate: [
    'affID',
    'status',
    'firstName',
    'lastName',
    'emailAddress',
    'address1',
    'address2',
    'postalCode',
    'paymentType',
    'commission',
    'payPalUserName',
    'trackID',
    'dateCreated',
  ],
  staff: [
    'staffID',
    'kellyStaffID',
    'status',
    'firstName',
    'lastName',
    'emailAddress',
    'mobilePhone',
    'landLineTelephone',
    'address1',
    'address2',
    'postalCode',
    'paymentType',
    'commission',
    'payPalUserName',
    'maxProfiles',
    'dateCreated',
  ],
  member: ['memberID', 'status', 'username', 'emailAddress', 'emailAddressVerified', 'payPalID', 'credits'],
};

/** Rows written at a time. */
const CHUNK = 200;
/** Tells spreadsheets that it is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it: whoever chose their name
 * must not run anything on a clerk's computer.
 */
export function csvCell(value: unknown): string {
  if (typeof value !== 'string') return String(value ?? '');
  const safe = /^\s*[=+\-@\t\r\n|]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file of records, as they come. */
export async function* csvOf<Kind extends AccountKind>(
  kind: Kind,
  rows: AsyncIterable<AccountDocuments[Kind]>,
): AsyncGenerator<string> {
  const columns = COLUMNS[kind];
  let chunk = `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`;
  let lines = 0;
  for await (const row of rows) {
    const record = presentAccount(kind, row);
    chunk += `${columns.map((column) => csvCell(record[column])).join(',')}\r\n`;
    lines += 1;
    if (lines % CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
