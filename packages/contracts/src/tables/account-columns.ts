import { fieldsOf, inOrder } from '../calls/account-fields';
import type { AccountRecords, PerformanceRecords } from '../calls/accounts.calls';
import { businessDayOfMoment } from '../days';
import { paymentTypeText } from '../payment-methods';
import type { CellValue, TableColumn } from '../table-column';
import type { AccountKind } from '../wire-accounts';

/** Columns in their order; what is not named here follows. */
const byPlace = inOrder([
  ...['affID', 'staffID', 'memberID', 'kellyStaffID', 'status', 'username', 'firstName', 'lastName'],
  ...['emailAddress', 'emailAddressVerified', 'mobilePhone', 'landLineTelephone', 'address1', 'address2'],
  ...['city', 'state', 'postalCode', 'paymentType', 'commission', 'payPalUserName', 'payPalID', 'credits'],
  ...['minimumPayout', 'payoutHoldDays', 'maxProfiles', 'trackID', 'dateCreated'],
]);

/** What is exported of a search: no numbers of accounts. @param timeZone the business's, for the day of creation */
export function accountColumns<Kind extends AccountKind>(
  kind: Kind,
  timeZone: string,
): TableColumn<AccountRecords[Kind]>[] {
  return fieldsOf(kind)
    .sort(([one], [other]) => byPlace(one, other))
    .flatMap(([name, { label, column }]) =>
      column ? [{ header: label, kind: column, value: (row) => cellOf(name, row, timeZone) }] : [],
    );
}

function cellOf(name: string, row: object, timeZone: string): CellValue {
  const value = (row as Record<string, CellValue>)[name];
  if (name === 'paymentType') return paymentTypeText(Number(value));
  return name === 'dateCreated' ? businessDayOfMoment(String(value), timeZone) : value;
}

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
