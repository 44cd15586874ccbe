import { type AccountKind, type BusinessDay, firstOfMonth, type PaidKind } from '@partnerdesk/contracts';
import {
  AttributionModel,
  catchUpLedger,
  DayTotalModel,
  dayKeyOf,
  type Figures,
  payeeKeyOf,
} from '../ledger';
import { today } from '../platform';
import { openBalances } from './open-balances';
import { PayrollModel, type PayrollRecord } from './payroll.models';
import { returnedByDay } from './returned-amounts';

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

/** This month and those before it, `2026-03`, oldest first. */
const lastMonths = (day: BusinessDay): string[] =>
  Array.from({ length: MONTHS }, (_, index) => firstOfMonth(day, index + 1 - MONTHS).slice(0, 7));

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
  const names = lastMonths(today());
  const payee = payeeKeyOf(kind, id);
  const start = `${names[0]}-01`;
  const [days, returned] = await Promise.all([
    DayTotalModel.find({
      _id: { $gte: dayKeyOf(payee, start), $lte: dayKeyOf(payee, `${names.at(-1)}-31`) },
    }).lean<({ day: BusinessDay } & Omit<DayCents, 'returnedCents'>)[]>(),
    returnedByDay(payee, start),
  ]);
  const months = new Map<string, AccountMonth>(
    names.map((month) => [month, { month, ...DAY_OF[kind]({ returnedCents: 0 }) }]),
  );
  for (const { day, ...cents } of days) {
    const month = months.get(day.slice(0, 7));
    if (!month) continue;
    const { earningsCents, salesCents = 0 } = DAY_OF[kind]({
      ...cents,
      returnedCents: returned.get(day) ?? 0,
    });
    month.earningsCents += earningsCents;
    if (month.salesCents !== undefined) month.salesCents += salesCents;
  }
  return [...months.values()];
}
