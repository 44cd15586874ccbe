import { type AffiliateTaxForm, AppError, dollarsOf } from '@partnerdesk/contracts';
import type { TaxSettings } from '@partnerdesk/node';
import { type By, writeAudit } from '../../platform';
import { csvRows } from '../pay-results/csv-rows';
import { copiesB } from './copy-b';
import { irisCsv } from './iris-csv';
import { type NecForm, necForms, necThresholdCents, necTotals, type PayeeID } from './nec-forms';
import { loadNecPayees } from './nec-payees';
import { paymentsOfPayee } from './paid-in-year';
import { centsOfForms, formsOfPart, isYearOver, type TaxPart, taxPayerOrThrow } from './tax-year';

const subjectOf = (year: number) => ({ type: 'taxForms', id: year }) as const;

/**
 * A part of the file for the IRS, the only text with whole tax ids that the product makes. Its line of the audit log is
 * written before it is answered.
 * @param template first line of the IRS's template, where it is another one than ours
 * @throws AppError conflict (nobody is configured to pay, or the forms are others by now), not_found (no such part),
 *   invalid_input (a template without a needed column)
 */
export async function taxFile(
  wanted: TaxPart & { template?: string },
  settings: TaxSettings,
  by: By,
): Promise<{ fileName: string; text: string }> {
  const { year, part, template } = wanted;
  const payer = taxPayerOrThrow(settings);
  const forms = await formsOfPart(wanted, settings);
  const text = irisCsv(year, payer, forms, template === undefined ? undefined : await columnsOf(template));
  const after = { part, forms: forms.length, cents: centsOfForms(forms) };
  await writeAudit({ ...by, action: 'tax-forms.downloaded', subject: subjectOf(year), after });
  return { fileName: `1099-nec-${year}-${part}${isYearOver(year) ? '' : '-draft'}.csv`, text };
}

/** @throws AppError invalid_input */
async function columnsOf(template: string): Promise<string[]> {
  try {
    for await (const { cells } of csvRows([template.replace(/^\uFEFF/, '')])) return cells;
    return [];
  } catch {
    const text = 'This is no line of CSV';
    throw new AppError('invalid_input', text, { template: text });
  }
}

/**
 * Copies B of a part, for the clerk to print.
 * @returns HTML @throws AppError as taxFile does
 */
export async function taxCopies(wanted: TaxPart, settings: TaxSettings, by: By): Promise<string> {
  const { year, part } = wanted;
  const payer = taxPayerOrThrow(settings);
  const forms = await formsOfPart(wanted, settings);
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

/**
 * Copy B of one payee, for the clerk; noted in the audit log.
 * @returns HTML @throws AppError conflict (nobody is configured to pay), not_found (the payee has no form of the year)
 */
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
