import type { AffiliateTaxForm } from '@partnerdesk/contracts';
import { AppError, csvLine, dollarsOf, escapeHtml, formatUsd } from '@partnerdesk/contracts';
import type { TaxPayer, TaxSettings } from '@partnerdesk/node';
import { type By, writeAudit } from '../../platform';
import { csvRows } from '../pay-results/result-file';
import type { NecForm, PayeeID } from './nec-forms';
import {
  isCompany,
  necForms,
  necName,
  necThresholdCents,
  necTotals,
  paymentsOfPayee,
  plainText,
} from './nec-forms';
import { formsOfPart, isYearOver, loadNecPayees, type TaxPart, taxPayerOrThrow } from './tax-year';

const subjectOf = (year: number) => ({ type: 'taxForms', id: year }) as const;

/**
 * A part of the file for the IRS, the only text with whole tax ids: it is in the audit log before it is answered.
 * @param template first line of the IRS's, where it differs
 * @throws AppError conflict (nobody is configured to pay, or the forms are others by now), not_found (no such part),
 *   invalid_input (a template without a needed column)
 */
export async function taxFile(
  wanted: TaxPart & { template?: string },
  settings: TaxSettings,
  by: By,
): Promise<{ fileName: string; text: string }> {
  const { year, part, template } = wanted;
  const { payer, forms } = await formsOfPart(wanted, settings);
  const text = irisCsv(year, payer, forms, template === undefined ? undefined : await columnsOf(template));
  const after = { part, forms: forms.length, cents: forms.reduce((sum, { cents }) => sum + cents, 0) };
  await writeAudit({ ...by, action: 'tax-forms.downloaded', subject: subjectOf(year), after });
  return { fileName: `1099-nec-${year}-${part}${isYearOver(year) ? '' : '-draft'}.csv`, text };
}

async function columnsOf(template: string): Promise<string[]> {
  try {
    for await (const { cells } of csvRows([template.replace(/^\uFEFF/, '')])) return cells;
    return [];
  } catch {
    const text = 'This is no line of CSV';
    throw new AppError('invalid_input', text, { template: text });
  }
}

/** Copies B of a part, for the clerk to print. @returns HTML @throws AppError as taxFile does */
export async function taxCopies(wanted: TaxPart, settings: TaxSettings, by: By): Promise<string> {
  const { year, part } = wanted;
  const { payer, forms } = await formsOfPart(wanted, settings);
  const after = { part, forms: forms.length };
  await writeAudit({ ...by, action: 'tax-forms.copies-made', subject: subjectOf(year), after });
  return copiesB(year, payer, forms, { draft: !isYearOver(year) });
}

/** Forms of one payee by year, the newest first; the tax id in clear. */
async function formsOfPayee(payee: PayeeID, settings: TaxSettings): Promise<Map<number, NecForm>> {
  const [payments, payees] = await Promise.all([paymentsOfPayee(payee), loadNecPayees([payee])]);
  const years = [...new Set(payments.map(({ paidDay }) => Number(paidDay.slice(0, 4))))];
  const forms = new Map<number, NecForm>();
  for (const year of years.sort((a, b) => b - a)) {
    const { totals } = await necTotals(year, payments);
    const due = totals.filter(({ cents }) => cents >= necThresholdCents(year, settings.thresholdCents));
    const [form] = necForms(due, payees).forms;
    if (form) forms.set(year, form);
  }
  return forms;
}

/** Copy B of one payee, for the clerk. @returns HTML @throws AppError conflict (nobody is configured to pay), not_found */
export async function payeeCopy(
  year: number,
  payee: PayeeID,
  settings: TaxSettings,
  by: By,
): Promise<string> {
  const html = await copyOf(year, payee, settings);
  const subject = { type: payee.kind, id: payee.personID } as const;
  await writeAudit({ ...by, action: 'tax-forms.copies-made', subject, after: { year } });
  return html;
}

async function copyOf(year: number, payee: PayeeID, settings: TaxSettings): Promise<string> {
  const payer = taxPayerOrThrow(settings);
  const form = (await formsOfPayee(payee, settings)).get(year);
  if (!form) throw new AppError('not_found', 'There is no such form');
  return copiesB(year, payer, [form], { draft: !isYearOver(year) });
}

/** Years that are over and of which an affiliate has a form, the newest first. */
export async function affiliateTaxForms(affID: number, settings: TaxSettings): Promise<AffiliateTaxForm[]> {
  if (!settings.payer) return [];
  const forms = await formsOfPayee({ kind: 'affiliate', personID: affID }, settings);
  return [...forms]
    .filter(([year]) => isYearOver(year))
    .map(([year, { cents }]) => ({ year, amount: dollarsOf(cents) }));
}

/** Copy B as its affiliate opens it. @returns HTML @throws AppError not_found, also while the year is not over */
export async function affiliateCopy(year: number, affID: number, settings: TaxSettings): Promise<string> {
  if (!settings.payer || !isYearOver(year)) throw new AppError('not_found', 'There is no such form');
  return copyOf(year, { kind: 'affiliate', personID: affID }, settings);
}

const sameColumn = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Forms as CSV for IRIS, the IRS's intake system; TAX_FORMS_PER_FILE at most. The IRS changes its template from year to year
 * and hands it out to those who are signed in. @param template its columns; those that are not known stay empty
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
const OF_STATE = [
  '',
  ' - State Tax Withheld',
  ' - State/Payer state number',
  ' - State income',
  ' - Local income tax withheld',
  ' - Special Data Entries',
];
const OF_STATES = Object.fromEntries(
  [1, 2].flatMap((state) => OF_STATE.map((column) => [`State ${state}${column}`, ''])),
);

const NAME_LINE = 40;
const NAME_PART = 20;
const ADDRESS_LINE = 35;
const CITY = 22;

type Address = Pick<TaxPayer, 'address1' | 'address2' | 'city' | 'state' | 'postalCode'>;

const partyColumns = (
  who: 'Payer' | 'Recipient',
  tin: string,
  business: string,
  person: { firstName: string; lastName: string } | undefined,
  address: Address,
) => ({
  [`${who} TIN Type`]: person ? 'SSN' : 'EIN',
  [`${who} Taxpayer ID Number`]: tin,
  [`${who} Name Type`]: person ? 'I' : 'B',
  [`${who} Business or Entity Name Line 1`]: person ? '' : plainText(business, NAME_LINE),
  [`${who} Business or Entity Name Line 2`]: '',
  [`${who} First Name`]: person ? plainText(person.firstName, NAME_PART) : '',
  [`${who} Middle Name`]: '',
  [`${who} Last Name (Surname)`]: person ? plainText(person.lastName, NAME_PART) : '',
  [`${who} Suffix`]: '',
  [`${who} Country`]: 'US',
  [`${who} Address Line 1`]: plainText(address.address1, ADDRESS_LINE),
  [`${who} Address Line 2`]: plainText(address.address2, ADDRESS_LINE),
  [`${who} City/Town`]: plainText(address.city, CITY),
  [`${who} State/Province/Territory`]: address.state,
  [`${who} ZIP/Postal Code`]: address.postalCode,
});

/** The columns of IRIS’s template for Form 1099-NEC, in its order. */
function valuesOf(year: number, payer: TaxPayer, { payee, taxID, cents }: NecForm): Record<string, string> {
  return {
    'Form Type': '1099-NEC',
    'Tax Year': String(year),
    ...partyColumns('Payer', payer.ein, payer.name, undefined, payer),
    'Payer Phone Type': 'D',
    'Payer Phone': payer.phone,
    'Payer Email Address': payer.emailAddress,
    ...partyColumns('Recipient', taxID, necName(payee), isCompany(payee) ? undefined : payee, payee),
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

/** The one style sheet in the document: the policy that it is served with allows this one. */
export const COPY_B_STYLE = `
body{font:11pt/1.3 Arial,sans-serif;margin:0;color:#000;background:#fff;overflow-wrap:anywhere}
.form{max-width:7.5in;margin:0 auto;padding:.4in 0;break-after:page}
.form:last-child{break-after:auto}
h1{font-size:14pt;margin:0}
.head{display:flex;justify-content:space-between;align-items:end;border-bottom:2px solid #000;padding-bottom:4px}
.grid{display:grid;grid-template-columns:1fr 1fr;border-left:1px solid #000}
.box{border:solid #000;border-width:0 1px 1px 0;padding:4px 6px;min-height:.5in}
.box b{display:block;font-size:8pt;font-weight:normal}
.draft{font-size:14pt;font-weight:bold;border:2px solid #000;padding:4px 6px;margin:8px 0 0}
.note{font-size:9pt;margin:8px 0 0}
@media screen{body{padding:0 16px}}
@media screen and (max-width:600px){.head,.grid{display:block}}
`;

/** The last four digits, in the form that the IRS allows on a recipient's copy (26 CFR 301.6109-4). */
const truncated = ({ payee, taxID }: NecForm) =>
  `${isCompany(payee) ? 'XX-XXX' : 'XXX-XX-'}${taxID.slice(-4)}`;

const box = (label: string, lines: readonly string[]) =>
  `<div class="box"><b>${label}</b>${lines.filter(Boolean).map(escapeHtml).join('<br>')}</div>`;

const addressLines = ({ address1, address2, city, state, postalCode }: Address) => [
  address1,
  address2,
  `${city}, ${state} ${postalCode}`,
];

function formHtml(year: number, payer: TaxPayer, form: NecForm, draft: boolean): string {
  const { payee, cents } = form;
  const ein = `${payer.ein.slice(0, 2)}-${payer.ein.slice(2)}`;
  return `<section class="form">
<div class="head"><h1>Form 1099-NEC: Nonemployee Compensation</h1><div>OMB No. 1545-0116<br>For calendar year ${year}</div></div>
<div class="grid">
${box('PAYER’S name, address and telephone no.', [payer.name, ...addressLines(payer), payer.phone.replace(/(\d{3})(\d{3})(\d{4})/, '$1-$2-$3')])}
${box('1 Nonemployee compensation', [formatUsd(dollarsOf(cents))])}
${box('PAYER’S TIN', [ein])}
${box('RECIPIENT’S TIN', [truncated(form)])}
${box('RECIPIENT’S name and address', [necName(payee), ...addressLines(payee)])}
${box('2 Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale', ['No'])}
${box('Account number', [`${payee.kind}-${payee.personID}`])}
${box('4 Federal income tax withheld', [formatUsd(0)])}
</div>
${draft ? `<p class="draft">Draft: ${year} is not over. Not to be handed out.</p>` : ''}
<p class="note"><strong>Copy B. For Recipient.</strong> This is important tax information and is being furnished to the
IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income
is taxable and the IRS determines that it has not been reported.</p>
<p class="note">Box 1 shows what you were paid as someone who is not an employee. It is usually reported on Schedule C
(Form 1040), and self-employment tax is computed on Schedule SE. For your protection your taxpayer identification number
shows its last four digits only; the IRS has all of it. See www.irs.gov/Form1099NEC.</p>
</section>`;
}

/** Copy B of each form, a page each, to print. @param draft says that the year is not over @returns HTML without scripts */
export function copiesB(
  year: number,
  payer: TaxPayer,
  forms: readonly NecForm[],
  { draft }: { draft: boolean },
): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Form 1099-NEC, ${year}, Copy B</title><style>${COPY_B_STYLE}</style></head>
<body>
${forms.map((form) => formHtml(year, payer, form, draft)).join('\n')}
</body>
</html>
`;
}
