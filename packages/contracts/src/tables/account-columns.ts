import { fieldsOf, inOrder } from '../calls/account-fields';
import type { AccountRecords } from '../calls/accounts.calls';
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

/**
 * What is exported of a search for accounts: what a list is for, without numbers of accounts.
 * @param timeZone the business's, for the day of creation
 */
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
