import type { AccountKind, BusinessDay, PaidKind } from '@partnerdesk/contracts';
import { firstOfMonth, PAYROLL_TYPE } from '@partnerdesk/contracts';
import type { Figures } from '../ledger';
import { AttributionModel, catchUpLedger, DayTotalModel, dayKeyOf, payeeKeyOf } from '../ledger';
import { addNumbers, today } from '../platform';
import {
  clawbacksAfter,
  loadPayoutTerms,
  openBalances,
  type PayoutTerms,
  payableBalances,
  payableThrough,
  returnedByDay,
  termsFor,
} from './open-balances';
import { PayrollModel, type PayrollRecord } from './payroll.models';
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
  const payee = payeeKeyOf(kind, id);
  const [balances, payouts, months] = await Promise.all([
    openBalances(kind, today(), [id]),
    PayrollModel.find({ payee }).sort({ endPeriod: -1 }).limit(PAYOUTS).lean<PayrollRecord[]>(),
    monthsOf(kind, id),
  ]);
  return { balanceCents: balances[0]?.cents ?? 0, payouts, months };
}

/** What a day earns somebody, and brings in sales if the kind has any. */
const DAY_OF: Record<PaidKind, (day: DayCents) => Omit<AccountMonth, 'month'>> = {
  affiliate: ({ payoutCents = 0, salesCents = 0, refundsCents = 0 }) => ({
    earningsCents: payoutCents,
    salesCents: salesCents - refundsCents,
  }),
  staff: ({ postedCents = 0, returnedCents }) => ({ earningsCents: postedCents - returnedCents }),
};
type DayCents = Partial<Figures> & { postedCents?: number; returnedCents: number };

async function monthsOf(kind: PaidKind, id: number): Promise<AccountMonth[]> {
  const day = today();
  const firsts = Array.from({ length: MONTHS }, (_, index) => firstOfMonth(day, index + 1 - MONTHS));
  const names = firsts.map((first) => first.slice(0, 7));
  const payee = payeeKeyOf(kind, id);
  const start = `${names[0]}-01`;
  const [days, returned] = await Promise.all([
    DayTotalModel.find({
      _id: { $gte: dayKeyOf(payee, start), $lte: dayKeyOf(payee, `${names.at(-1)}-31`) },
    }).lean<({ day: BusinessDay } & Omit<DayCents, 'returnedCents'>)[]>(),
    returnedByDay(payee, start),
  ]);
  const months = new Map(names.map((month) => [month, DAY_OF[kind]({ returnedCents: 0 })]));
  for (const { day, ...cents } of days) {
    const sums = months.get(day.slice(0, 7));
    if (sums) addNumbers(sums, DAY_OF[kind]({ ...cents, returnedCents: returned.get(day) ?? 0 }));
  }
  return [...months].map(([month, sums]) => ({ month, ...sums }));
}

/** What an affiliate has earned and not been paid yet; cents. */
export interface AffiliateBalanceCents extends PayoutTerms {
  availableCents: number;
  /** Its hold is not over; what was taken back meanwhile is taken off what is available. */
  pendingCents: number;
  /** By when the next payroll is to be paid. */
  nextPayoutDate: BusinessDay;
}

/** Available, pending, and when the next payout is due (docs/RULES.md, Payouts). */
export async function affiliateBalance(affID: number): Promise<AffiliateBalanceCents> {
  await catchUpLedger();
  const day = today();
  const terms = termsFor(await loadPayoutTerms('affiliate', [affID]), affID);
  const sumThrough = async (last: BusinessDay) =>
    (await openBalances('affiliate', last, [affID]))[0]?.cents ?? 0;
  const { last, next } = duePeriods(PAYROLL_TYPE.affiliates, day);
  const through = payableThrough(terms, day, day);
  const [allCents, throughCents, clawbacks, due] = await Promise.all([
    sumThrough(day),
    sumThrough(through),
    terms.holdDays > 0 ? clawbacksAfter('affiliate', through, [affID]) : undefined,
    payableBalances('affiliate', last.endDate, { personIDs: [affID] }),
  ]);
  const availableCents = throughCents - (clawbacks?.get(affID) ?? 0);
  // What is overdue is paid from today on.
  const isOverdue = last.dueDate < day;
  return {
    ...terms,
    availableCents,
    pendingCents: allCents - availableCents,
    nextPayoutDate: due.length === 0 ? next.dueDate : isOverdue ? day : last.dueDate,
  };
}
