import type { BusinessDay, PaidKind, PaymentState, TaxFormProblem } from '@partnerdesk/contracts';
import {
  isPaidBy,
  PAID_BY,
  PAID_KINDS,
  PAYMENT_METHODS,
  PAYMENT_TYPE,
  TAX_ID_TYPE,
  taxIdDigits,
} from '@partnerdesk/contracts';
import type { Identity } from '../../accounts';
import { catchUpLedger, payeeKeyOf } from '../../ledger';
import { getOrMake, inBatches } from '../../platform';
import { nextBankingDay } from '../pay-files/bank-days';
import { PayFileLineModel, PayFileModel, paymentStatuses } from '../pay-files/pay-file.models';
import { PayrollModel, type PayrollRecord, paymentPages } from '../payroll.models';
import { addTo, noPayments } from '../payroll-progress';

export interface PayeeID {
  kind: PaidKind;
  personID: number;
}

/** A payment of the year, however it was made. */
export interface NecPayment extends PayeeID {
  /** PAYMENT_TYPE. */
  paymentType: number;
  /** When the banks book the pay file that carries it; without a file the day of its execution (docs/RULES.md, Year end). */
  paidDay: BusinessDay;
  cents: number;
  state: PaymentState;
  /** In a pay file that is not discarded. */
  inFile: boolean;
}

/** What a payee was paid in a year. */
export type NecTotal = PayeeID & { cents: number };

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

const STEP = 1000;

const FIELDS = { kind: 1, personID: 1, paymentType: 1, amountCents: 1, createdDay: 1 } as const;
type Read = Pick<PayrollRecord, '_id' | keyof typeof FIELDS>;
/** Others report their payments themselves. */
const REPORTED_HERE = {
  paymentType: {
    $in: [PAYMENT_TYPE.unknown, ...PAID_BY.filter((type) => !PAYMENT_METHODS[type].reportsTax)],
  },
};

/** Day on which the banks book each bank file that is not discarded, by payFileID. */
async function bookedDays(): Promise<Map<number, BusinessDay>> {
  const live = { format: 'nacha', state: { $ne: 'discarded' } } as const;
  const files = await PayFileModel.find(live, { createdDay: 1 }).lean();
  return new Map(files.map(({ _id, createdDay }) => [_id, nextBankingDay(createdDay)]));
}

async function withPaidDays(
  payrolls: readonly Read[],
  booked: ReadonlyMap<number, BusinessDay>,
): Promise<NecPayment[]> {
  const statuses = await paymentStatuses(payrolls.map(({ _id }) => _id));
  return payrolls.map(({ _id, kind, personID, paymentType, amountCents: cents, createdDay }) => {
    const { mark, payFileID = 0 } = statuses.get(_id) ?? {};
    const state = mark?.state ?? 'executed';
    const bookedDay = booked.get(payFileID);
    const paid = { paidDay: bookedDay ?? createdDay, inFile: bookedDay !== undefined };
    return { kind, personID, paymentType, cents, state, ...paid };
  });
}

/** Every payment that may count in a year, and some that count in another one. */
export async function* paymentsAround(year: number): AsyncGenerator<NecPayment> {
  await catchUpLedger();
  const firstDay = `${year}-01-01`;
  const booked = await bookedDays();
  for (const kind of PAID_KINDS) {
    const executed = { kind, createdDay: { $gte: firstDay, $lte: `${year}-12-31` }, ...REPORTED_HERE };
    for await (const page of paymentPages<Read>(executed, FIELDS)) yield* await withPaidDays(page, booked);
  }
  // Executed before the year, and in a file that the banks booked in it.
  const files = [...booked].filter(([, day]) => day.startsWith(`${year}-`)).map(([payFileID]) => payFileID);
  const firstID = (await firstPaymentSince(firstDay))?._id ?? Number.POSITIVE_INFINITY;
  const lines = PayFileLineModel.find({ payFileID: { $in: files }, _id: { $lt: firstID } }, { _id: 1 })
    .lean<{ _id: number }>()
    .cursor({ batchSize: STEP });
  for await (const step of inBatches(lines, STEP)) {
    const ids = step.map(({ _id }) => _id);
    const payrolls = await PayrollModel.find({ _id: { $in: ids }, ...REPORTED_HERE }, FIELDS).lean<Read[]>();
    yield* await withPaidDays(payrolls, booked);
  }
}

/** Every payment of a payee, those by PayPal left out. */
export async function paymentsOfPayee({ kind, personID }: PayeeID): Promise<NecPayment[]> {
  await catchUpLedger();
  const payee = payeeKeyOf(kind, personID);
  const payrolls = await PayrollModel.find({ payee, ...REPORTED_HERE }, FIELDS).lean<Read[]>();
  return withPaidDays(payrolls, await bookedDays());
}

/** The first execution since a day; undefined: there is none. Ids are given out in the order of execution. */
export async function firstPaymentSince(day: BusinessDay) {
  const sort = { kind: 1, createdDay: 1, _id: 1 } as const;
  const firsts = await Promise.all(
    PAID_KINDS.map((kind) =>
      PayrollModel.findOne({ kind, createdDay: { $gte: day } }, FIELDS, { sort }).lean(),
    ),
  );
  return firsts.filter((first) => first !== null).sort((one, other) => one._id - other._id)[0];
}

const byKindAndID = (a: PayeeID, b: PayeeID) =>
  a.kind === b.kind ? a.personID - b.personID : a.kind < b.kind ? -1 : 1;

/** Paid by direct deposit: PayPal reports its own. A returned payment was not paid (docs/RULES.md, Year end). */
export async function necTotals(year: number, payments: AsyncIterable<NecPayment> | Iterable<NecPayment>) {
  const totals = new Map<string, NecTotal>();
  // Nobody knows how they were paid: in no total.
  const unknownType = noPayments();
  // In no pay file and not marked paid: in the totals.
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

export type NecYear = Awaited<ReturnType<typeof necTotals>>;

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
