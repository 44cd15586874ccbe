import type { AccountKind, BusinessDay, DayRange, PaidKind } from '@partnerdesk/contracts';
import { firstOfMonth, PAYEE_PAYMENTS, PAYROLL_TYPE } from '@partnerdesk/contracts';
import { accountsById, type PaymentFields } from '../accounts';
import {
  AttributionModel,
  catchUpLedger,
  DayTotalModel,
  dayKeyOf,
  type Figures,
  payeeKeyOf,
} from '../ledger';
import { addNumbers, dayOf, today } from '../platform';
import { listFraudSignals } from '../promotion';
import { findPayeeOrThrow, type ReportRow, rowFlags } from './generate-payroll';
import {
  clawbacksAfter,
  loadPayoutTerms,
  openBalances,
  payableBalances,
  payableThrough,
  returnedByDay,
} from './open-balances';
import { paymentStatuses } from './pay-files/pay-file.models';
import { latestMarks, type PaymentMark, PayrollModel, type PayrollRecord } from './payroll.models';
import { paymentInfoOf } from './payroll-record';
import { duePeriods } from './payroll-schedule';

const PAYOUTS = 5;
const MONTHS = 12;

/** A month of a person, e.g. 2026-03; cents. An affiliate's by the day of sale, staff's by the day it is posted. */
export interface AccountMonth {
  month: string;
  salesCents?: number;
  earningsCents: number;
}

/** What stands beside a record (cents). */
export interface AccountFiguresCents {
  balanceCents?: number;
  payouts: PayrollRecord[];
  months: AccountMonth[];
  /** Members: the affiliate who brought them, 0 for nobody. */
  affID?: number;
}

const FIGURES: Record<AccountKind, (id: number) => Promise<AccountFiguresCents>> = {
  affiliate: (id) => payeeFigures('affiliate', id),
  staff: (id) => payeeFigures('staff', id),
  member: async (id) => {
    const attribution = await AttributionModel.findById(id).lean();
    return { payouts: [], months: [], affID: attribution?.affID ?? 0 };
  },
};

/** Balance, last payouts and the last twelve months; of a member, who brought them. */
export const accountFigures = (kind: AccountKind, id: number): Promise<AccountFiguresCents> =>
  FIGURES[kind](id);

async function payeeFigures(kind: PaidKind, id: number): Promise<AccountFiguresCents> {
  await catchUpLedger();
  const [balanceCents, payouts, months] = await Promise.all([
    openCents(kind, id, today()),
    latestPayrolls<PayrollRecord>(kind, id, PAYOUTS),
    monthsOf(kind, id),
  ]);
  return { balanceCents, payouts, months };
}

/** What is posted and unpaid of somebody through a day. */
async function openCents(kind: PaidKind, id: number, endDate: BusinessDay): Promise<number> {
  const [balance] = await openBalances(kind, endDate, [id]);
  return balance?.cents ?? 0;
}

const latestPayrolls = <Row>(kind: PaidKind, id: number, limit: number): Promise<Row[]> =>
  PayrollModel.find({ payee: payeeKeyOf(kind, id) })
    .sort({ endPeriod: -1 })
    .limit(limit)
    .lean<Row[]>()
    .exec();

/** What a day earns somebody, and brings in sales if the kind has any. */
const DAY_OF: Record<PaidKind, (day: DayCents) => Omit<AccountMonth, 'month'>> = {
  affiliate: ({ payoutCents = 0, salesCents = 0, refundsCents = 0 }) => ({
    earningsCents: payoutCents,
    salesCents: salesCents - refundsCents,
  }),
  staff: ({ postedCents = 0, returnedCents = 0 }) => ({ earningsCents: postedCents - returnedCents }),
};
type DayCents = Partial<Figures> & { postedCents?: number; returnedCents?: number };

async function monthsOf(kind: PaidKind, id: number): Promise<AccountMonth[]> {
  const day = today();
  const first = firstOfMonth(day, 1 - MONTHS);
  const payee = payeeKeyOf(kind, id);
  const range = { $gte: dayKeyOf(payee, first), $lte: dayKeyOf(payee, `${day.slice(0, 7)}-31`) };
  const [days, returned] = await Promise.all([
    DayTotalModel.find({ _id: range }).lean<({ day: BusinessDay } & DayCents)[]>(),
    returnedByDay(payee, first),
  ]);
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = firstOfMonth(first, index).slice(0, 7);
    const sums = DAY_OF[kind]({});
    for (const { day, ...cents } of days.filter((each) => each.day.startsWith(month)))
      addNumbers(sums, DAY_OF[kind]({ ...cents, returnedCents: returned.get(day) ?? 0 }));
    return { month, ...sums };
  });
}

/** What an affiliate has earned and not been paid yet; cents. */
export type AffiliateBalanceCents = Awaited<ReturnType<typeof affiliateBalance>>;

/** Available, pending, and when the next payout is due (docs/RULES.md, Payouts). */
export async function affiliateBalance(affID: number) {
  await catchUpLedger();
  const day = today();
  const terms = (await loadPayoutTerms('affiliate', [affID])).of(affID);
  const { last, next } = duePeriods(PAYROLL_TYPE.affiliates, day);
  const through = payableThrough(terms, day, day);
  const [allCents, throughCents, clawbacks, due] = await Promise.all([
    openCents('affiliate', affID, day),
    openCents('affiliate', affID, through),
    terms.holdDays > 0 ? clawbacksAfter('affiliate', through, [affID]) : undefined,
    payableBalances('affiliate', last.endDate, { personIDs: [affID] }),
  ]);
  const availableCents = throughCents - (clawbacks?.get(affID) ?? 0);
  // What is overdue is paid from today on.
  const isOverdue = last.dueDate < day;
  return {
    ...terms,
    availableCents,
    // Its hold is not over; what was taken back meanwhile is taken off what is available.
    pendingCents: allCents - availableCents,
    nextPayoutDate: due.length === 0 ? next.dueDate : isOverdue ? day : last.dueDate,
  };
}

/** A payee as payroll pays them: where to, what is open, what was paid; cents. */
export type PayeeCents = Awaited<ReturnType<typeof payeePayments>>;

/** @throws AppError not_found (no such person) */
export async function payeePayments(kind: PaidKind, personID: number) {
  await catchUpLedger();
  const person = await findPayeeOrThrow(kind, personID);
  const [details, rows, balanceCents, flags, signals] = await Promise.all([
    accountsById<PaymentFields>(kind, { ids: [personID] }),
    latestPayrolls<ReportRow>(kind, personID, PAYEE_PAYMENTS),
    openCents(kind, personID, today()),
    rowFlags(kind, [person]),
    kind === 'affiliate' ? listFraudSignals(personID) : [],
  ]);
  const statuses = await paymentStatuses(rows.map(({ _id }) => _id));
  const account = details.get(personID);
  const { name, commission, paymentType } = person;
  return {
    personID,
    name,
    commission,
    paymentType,
    paymentInfo: account ? paymentInfoOf(kind, personID, account) : '',
    balanceCents,
    flags: flags.get(personID) ?? {},
    // Reasons of those that nobody has reviewed yet, the latest first.
    signals: signals.flatMap(({ review, reason }) => (review ? [] : [reason])),
    // The newest first, each as it stands now.
    payments: rows.map((row) => ({ row, status: statuses.get(row._id) ?? {} })),
  };
}

/** A payment, and the mark that holds for it. */
export type MarkedPayment = PayrollRecord & { mark: PaymentMark | undefined };

export const isReturned = ({ mark }: MarkedPayment): boolean => mark?.state === 'returned';

/** The payrolls that were executed for an affiliate on the days of the range; newest first. */
export async function paymentHistory(
  affID: number,
  { startDate, endDate }: DayRange,
): Promise<MarkedPayment[]> {
  // A person has a payroll a month: reading them all costs less than another index.
  const all = await PayrollModel.find({ payee: payeeKeyOf('affiliate', affID) }).lean<PayrollRecord[]>();
  const payrolls = all.filter(
    ({ createdAt }) => dayOf(createdAt) >= startDate && dayOf(createdAt) <= endDate,
  );
  const marks = await latestMarks(payrolls.map(({ _id }) => _id));
  return payrolls
    .map((payroll) => ({ ...payroll, mark: marks.get(payroll._id) }))
    .sort((a, b) => b._id - a._id);
}
