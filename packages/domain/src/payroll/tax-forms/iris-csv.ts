import { AppError, csvLine, dollarsOf } from '@partnerdesk/contracts';
import type { TaxPayer } from '@partnerdesk/node';
import { isCompany, type NecForm, necName, plainText } from './nec-forms';

const sameColumn = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Forms as CSV for IRIS, the IRS's intake system; TAX_FORMS_PER_FILE at most. The IRS changes its template from year to
 * year and hands it out to those who are signed in: give its first line to have the columns in its order.
 * @param template the columns of the IRS's template; columns that are not known stay empty
 * @throws AppError invalid_input for a template that lacks a column with a value
 */
export function irisCsv(
  year: number,
  payer: TaxPayer,
  forms: readonly NecForm[],
  template?: readonly string[],
): string {
  const values = forms.map((form) => valuesOf(year, payer, form));
  const columns = template ?? Object.keys(values[0] ?? {});
  return [columns, ...values.map((each) => rowOf(each, columns))].map(csvLine).join('');
}

function rowOf(values: Record<string, string>, template: readonly string[]): string[] {
  const byColumn = new Map(Object.entries(values).map(([header, value]) => [sameColumn(header), value]));
  const columns = template.map(sameColumn);
  for (const [header, value] of Object.entries(values)) {
    if (value && !columns.includes(sameColumn(header))) {
      throw new AppError('invalid_input', `The template has no column ${header}`, { template: header });
    }
  }
  return columns.map((column) => byColumn.get(column) ?? '');
}

/** Columns of states; they stay empty. */
const OF_STATES = Object.fromEntries(
  [1, 2].flatMap((state) =>
    [
      `State ${state}`,
      `State ${state} - State Tax Withheld`,
      `State ${state} - State/Payer state number`,
      `State ${state} - State income`,
      `State ${state} - Local income tax withheld`,
      `State ${state} - Special Data Entries`,
    ].map((column) => [column, '']),
  ),
);

const NAME_LINE = 40;
const NAME_PART = 20;
const ADDRESS_LINE = 35;
const CITY = 22;

/** The columns of IRIS’s template for Form 1099-NEC, in its order. */
function valuesOf(year: number, payer: TaxPayer, { payee, taxID, cents }: NecForm): Record<string, string> {
  const company = isCompany(payee);
  return {
    'Form Type': '1099-NEC',
    'Tax Year': String(year),
    'Payer TIN Type': 'EIN',
    'Payer Taxpayer ID Number': payer.ein,
    'Payer Name Type': 'B',
    'Payer Business or Entity Name Line 1': plainText(payer.name, NAME_LINE),
    'Payer Business or Entity Name Line 2': '',
    'Payer First Name': '',
    'Payer Middle Name': '',
    'Payer Last Name (Surname)': '',
    'Payer Suffix': '',
    'Payer Country': 'US',
    'Payer Address Line 1': plainText(payer.address1, ADDRESS_LINE),
    'Payer Address Line 2': plainText(payer.address2, ADDRESS_LINE),
    'Payer City/Town': plainText(payer.city, CITY),
    'Payer State/Province/Territory': payer.state,
    'Payer ZIP/Postal Code': payer.postalCode,
    'Payer Phone Type': 'D',
    'Payer Phone': payer.phone,
    'Payer Email Address': payer.emailAddress,
    'Recipient TIN Type': company ? 'EIN' : 'SSN',
    'Recipient Taxpayer ID Number': taxID,
    'Recipient Name Type': company ? 'B' : 'I',
    'Recipient Business or Entity Name Line 1': company ? plainText(necName(payee), NAME_LINE) : '',
    'Recipient Business or Entity Name Line 2': '',
    'Recipient First Name': company ? '' : plainText(payee.firstName, NAME_PART),
    'Recipient Middle Name': '',
    'Recipient Last Name (Surname)': company ? '' : plainText(payee.lastName, NAME_PART),
    'Recipient Suffix': '',
    'Recipient Country': 'US',
    'Recipient Address Line 1': plainText(payee.address1, ADDRESS_LINE),
    'Recipient Address Line 2': plainText(payee.address2, ADDRESS_LINE),
    'Recipient City/Town': plainText(payee.city, CITY),
    'Recipient State/Province/Territory': payee.state,
    'Recipient ZIP/Postal Code': payee.postalCode,
    'Office Code': '',
    'Form Account Number': `${payee.kind}-${payee.personID}`,
    '2nd TIN Notice': 'N',
    'Box 1 - Nonemployee Compensation': dollarsOf(cents).toFixed(2),
    'Box 2 - Payer made direct sales totaling $5000 or more of consumer products to a recipient for resale':
      '',
    'Box 4 - Federal income tax withheld': '',
    'Combined Federal/State Filing': 'N',
    ...OF_STATES,
  };
}
