import { type BusinessDay, PAYMENT_TYPE, type PaymentState, TAX_ID_TYPE } from '@partnerdesk/contracts';
import { taxIdDigits } from './tax-id';

interface PayeeID {
  kind: 'affiliate' | 'staff';
  personID: number;
}

/** A payment of the year, however it was made. */
export interface NecPayment extends PayeeID {
  /** PAYMENT_TYPE. */
  paymentType: number;
  paidDay: BusinessDay;
  cents: number;
  state: PaymentState;
}

/** What a payee was paid in a year. */
export interface NecTotal extends PayeeID {
  cents: number;
}

/** A payee as the form needs it; the tax id in clear. */
export interface NecPayee extends PayeeID {
  firstName: string;
  lastName: string;
  /** Of payees with an EIN. */
  companyName: string;
  emailAddress: string;
  taxID: string;
  /** TAX_ID_TYPE, 0: none. */
  taxIDType: number;
  address1: string;
  address2: string;
  city: string;
  /** Two letters. */
  state: string;
  postalCode: string;
}

/** A Form 1099-NEC. */
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
  reason: 'no tax id' | 'invalid tax id' | 'incomplete address';
}

const keyOf = ({ kind, personID }: PayeeID) => `${kind}:${personID}`;

/**
 * What each payee was paid in a year by direct deposit: PayPal reports its payments itself. A returned payment was not
 * paid. In the order of the first payment.
 */
export function necTotals(year: number, payments: Iterable<NecPayment>): NecTotal[] {
  const totals = new Map<string, NecTotal>();
  for (const { kind, personID, paymentType, paidDay, cents, state } of payments) {
    const counts = paymentType === PAYMENT_TYPE.ach && state !== 'returned';
    if (!counts || !paidDay.startsWith(`${year}-`)) continue;
    const total = totals.get(keyOf({ kind, personID })) ?? { kind, personID, cents: 0 };
    total.cents += cents;
    totals.set(keyOf(total), total);
  }
  return [...totals.values()];
}

/**
 * The forms of a year, and what stands in the way of the others.
 * @param thresholdCents see necThresholdCents; who was paid less gets none
 * @throws Error for a total without its payee
 */
export function necForms(
  totals: readonly NecTotal[],
  payees: readonly NecPayee[],
  thresholdCents: number,
): { forms: NecForm[]; problems: NecProblem[] } {
  const byKey = new Map(payees.map((payee) => [keyOf(payee), payee]));
  const forms: NecForm[] = [];
  const problems: NecProblem[] = [];
  for (const total of totals.filter(({ cents }) => cents >= thresholdCents)) {
    const payee = byKey.get(keyOf(total));
    if (!payee) throw new Error(`no payee ${keyOf(total)}`);
    const taxID = taxIdDigits(payee.taxID, payee.taxIDType);
    const reason = problemOf(payee, taxID);
    if (taxID && !reason) forms.push({ payee, taxID, cents: total.cents });
    else if (reason)
      problems.push({ ...total, name: necName(payee), emailAddress: payee.emailAddress, reason });
  }
  return { forms, problems };
}

function problemOf(payee: NecPayee, taxID: string | undefined): NecProblem['reason'] | undefined {
  if (!payee.taxID || !payee.taxIDType) return 'no tax id';
  if (!taxID) return 'invalid tax id';
  const { address1, city, state, postalCode } = payee;
  const isComplete = address1 && city && /^[A-Z]{2}$/.test(state) && /^\d{5}(-?\d{4})?$/.test(postalCode);
  return isComplete && necName(payee) ? undefined : 'incomplete address';
}

/** Whether the form names a company instead of a person. */
export const isCompany = ({ taxIDType }: NecPayee) => taxIDType === TAX_ID_TYPE.ein;

/** Whom the form names. */
export function necName(payee: NecPayee): string {
  const person = `${payee.firstName} ${payee.lastName}`.trim();
  return (isCompany(payee) && payee.companyName.trim()) || person;
}
