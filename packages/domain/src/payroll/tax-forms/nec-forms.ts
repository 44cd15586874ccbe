import type { BusinessDay, PaidKind, PaymentState, TaxFormProblem } from '@partnerdesk/contracts';
import { isPaidBy, PAYMENT_METHODS, TAX_ID_TYPE, taxIdDigits } from '@partnerdesk/contracts';
import type { Identity } from '../../accounts';
import { payeeKeyOf } from '../../ledger';
import { getOrMake } from '../../platform';
import { addTo, noPayments, type PaymentsCents } from '../payroll-progress';

export interface PayeeID {
  kind: PaidKind;
  personID: number;
}

/** A payment of the year, however it was made. */
export interface NecPayment extends PayeeID {
  /** PAYMENT_TYPE. */
  paymentType: number;
  paidDay: BusinessDay;
  cents: number;
  state: PaymentState;
  /** In a pay file that is not discarded. */
  inFile: boolean;
}

/** What a payee was paid in a year. */
export type NecTotal = PayeeID & { cents: number };

export interface NecYear {
  /** Affiliates first, each kind in the order of ids. */
  totals: NecTotal[];
  /** Of type Unknown: nobody knows how they were paid. In no total. */
  unknownType: PaymentsCents;
  /** In no pay file and not marked paid. In the totals. */
  unsent: PaymentsCents;
}

/** A payee as the form needs it; the tax id in clear. */
export interface NecPayee extends PayeeID, Omit<Identity, 'taxID' | 'countryID'> {
  emailAddress: string;
  /** Empty: none. undefined: it cannot be decrypted. */
  taxID: string | undefined;
  /** In another country, as far as it is known. */
  abroad: boolean;
}

export interface NecForm {
  payee: NecPayee;
  /** Nine digits. */
  taxID: string;
  cents: number;
}

/** A payee over the threshold whose form cannot be made, and whom to ask for what is missing. */
export interface NecProblem extends NecTotal {
  name: string;
  emailAddress: string;
  reason: TaxFormProblem;
}

const byKindAndID = (a: PayeeID, b: PayeeID) =>
  a.kind === b.kind ? a.personID - b.personID : a.kind < b.kind ? -1 : 1;

/** Paid by direct deposit: PayPal reports its own. A returned payment was not paid (docs/RULES.md, Year end). */
export async function necTotals(
  year: number,
  payments: AsyncIterable<NecPayment> | Iterable<NecPayment>,
): Promise<NecYear> {
  const totals = new Map<string, NecTotal>();
  const unknownType = noPayments();
  const unsent = noPayments();
  for await (const { kind, personID, paymentType, paidDay, cents, state, inFile } of payments) {
    if (state === 'returned' || !paidDay.startsWith(`${year}-`)) continue;
    if (!isPaidBy(paymentType)) addTo(unknownType, cents);
    if (!isPaidBy(paymentType) || PAYMENT_METHODS[paymentType].reportsTax) continue;
    if (state === 'executed' && !inFile) addTo(unsent, cents);
    const total = getOrMake(totals, payeeKeyOf(kind, personID), () => ({ kind, personID, cents: 0 }));
    total.cents += cents;
  }
  return { totals: [...totals.values()].sort(byKindAndID), unknownType, unsent };
}

/** The forms of a year, and what stands in the way of others. @param totals of the threshold or more: nobody else gets one */
export function necForms(
  totals: readonly NecTotal[],
  payees: readonly NecPayee[],
): { forms: NecForm[]; problems: NecProblem[] } {
  const byKey = new Map(payees.map((payee) => [payeeKeyOf(payee.kind, payee.personID), payee]));
  const forms: NecForm[] = [];
  const problems: NecProblem[] = [];
  for (const total of totals) {
    const key = payeeKeyOf(total.kind, total.personID);
    const payee = byKey.get(key);
    if (!payee) throw new Error(`no payee ${key}`);
    const taxID = taxIdDigits(payee.taxID ?? '', payee.taxIDType);
    const reason = problemOf(payee, taxID);
    if (taxID && !reason) forms.push({ payee, taxID, cents: total.cents });
    else if (reason)
      problems.push({ ...total, name: necName(payee), emailAddress: payee.emailAddress, reason });
  }
  return { forms, problems };
}

function problemOf(payee: NecPayee, taxID: string | undefined): TaxFormProblem | undefined {
  if (payee.abroad) return 'abroad';
  if (payee.taxID === undefined) return 'unreadable tax id';
  if (!payee.taxID || !payee.taxIDType) return 'no tax id';
  if (!taxID) return 'invalid tax id';
  const { address1, city, state, postalCode } = payee;
  const names = isCompany(payee) ? [necName(payee)] : [payee.firstName, payee.lastName];
  const hasAll = [...names, address1, city].every((text) => plainText(text) !== '');
  const isUsable = hasAll && /^[A-Z]{2}$/.test(state) && /^\d{5}(-?\d{4})?$/.test(postalCode);
  return isUsable ? undefined : 'incomplete address';
}

export const isCompany = ({ taxIDType }: NecPayee) => taxIDType === TAX_ID_TYPE.ein;

export function necName(payee: NecPayee): string {
  const person = `${payee.firstName} ${payee.lastName}`.trim();
  return (isCompany(payee) && payee.companyName.trim()) || person;
}

/** The law's figures in cents, each from its first year on (26 U.S.C. 6041(a)). */
const LAW = [
  { from: 2026, cents: 200_000 },
  { from: 0, cents: 60_000 },
];

/**
 * From how many cents a year on a payee gets a form. From 2027 on the law adjusts its figure for inflation, which is not
 * known in advance: set it then. @param settings cents by year; they go before the law
 */
export function necThresholdCents(year: number, settings: Readonly<Record<number, number>> = {}): number {
  return settings[year] ?? LAW.find(({ from }) => year >= from)?.cents ?? 0;
}

/** A text in the characters that IRIS takes, which leave no formula; empty where none of its own can be written so. */
export function plainText(text: string, length = text.length): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 &'\-#()/]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^A-Za-z0-9#(]+/, '')
    .slice(0, length)
    .trim();
}
