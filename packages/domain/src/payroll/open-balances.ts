import { hash } from 'node:crypto';
import { addDays, type BusinessDay, type PaidKind } from '@partnerdesk/contracts';
import { accountsById } from '../accounts';
import {
  DayTotalModel,
  EntryModel,
  EventModel,
  entryIDOf,
  findAmong,
  type LedgerEntry,
  PayeeModel,
  payeeKeyOf,
  payeeOfKey,
} from '../ledger';
import { domainConfig, pushTo, slicesOf, today } from '../platform';

/** What is posted and unpaid of one person through a day. */
export interface OpenBalance {
  personID: number;
  cents: number;
  entries: number;
  startPeriod: BusinessDay;
  endPeriod: BusinessDay;
  /** Changes whenever an entry joins the balance. */
  fingerprint: string;
}

/** Open balances by id; who has nothing open is missing. Adds up day totals, never entries (docs/RULES.md, Payroll). */
export async function openBalances(
  kind: PaidKind,
  endDate: BusinessDay,
  personIDs?: readonly number[],
): Promise<OpenBalance[]> {
  const sums = personIDs
    ? await findAmong(personIDs, (personID) => openDays({ kind, personID, day: { $lte: endDate } }))
    : await openDays({ kind, day: { $lte: endDate } });
  sums.sort((a, b) => a._id - b._id);
  const closed = await closedThroughOf(sums.map(({ _id }) => payeeKeyOf(kind, _id)));
  return sums.map(({ _id: personID, cents, entries, firstDay }) => {
    const closedThrough = closed.get(payeeKeyOf(kind, personID));
    const startPeriod = closedThrough === undefined ? firstDay : addDays(closedThrough, 1);
    // Entries only ever join a balance, so sum, count and period identify it.
    const fingerprint = shortHash([kind, personID, cents, entries, startPeriod, endDate].join('|'));
    return { personID, cents, entries, startPeriod, endPeriod: endDate, fingerprint };
  });
}

/** @param days of which open ones are added up, by person */
function openDays(days: object) {
  return DayTotalModel.aggregate<
    Pick<OpenBalance, 'cents' | 'entries'> & { _id: number; firstDay: BusinessDay }
  >([
    { $match: { open: true, ...days } },
    {
      $group: {
        _id: '$personID',
        cents: { $sum: '$postedCents' },
        entries: { $sum: '$postedEntries' },
        firstDay: { $min: '$day' },
      },
    },
  ]);
}

/** The last day of the last payroll of each of these payees who has had one. */
export async function closedThroughOf(payees: readonly string[]): Promise<Map<string, BusinessDay>> {
  const states = await findAmong(payees, (_id) => PayeeModel.find({ _id }).lean());
  return new Map(states.map((state) => [state._id, state.closedThrough]));
}

/** Stands for a text. */
export const shortHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/** What returned payments add to posted days from `start` on (cents): it is payable again, but was earned before. */
export async function returnedByDay(payee: string, start: BusinessDay): Promise<Map<BusinessDay, number>> {
  const entries = await EntryModel.find(
    { type: 'returned', payee, postedDay: { $gte: start } },
    { postedDay: 1, payoutCents: 1 },
  ).lean<Pick<LedgerEntry, 'postedDay' | 'payoutCents'>[]>();
  const sums = new Map<BusinessDay, number>();
  for (const { postedDay, payoutCents } of entries)
    sums.set(postedDay, (sums.get(postedDay) ?? 0) + payoutCents);
  return sums;
}

/** When somebody is paid (docs/RULES.md, Payouts). */
export interface PayoutTerms {
  /** A smaller payout carries over. */
  minimumCents: number;
  /** Days after which an entry is payable. */
  holdDays: number;
}

type Own = { minimumPayoutCents?: number | null; payoutHoldDays?: number | null };

/** The terms of everybody, or of these people. */
export async function loadPayoutTerms(kind: PaidKind, personIDs?: readonly number[]) {
  const { payoutMinimumCents: minimumCents = 0, payoutHoldDays: holdDays = 0 } = domainConfig();
  const general: PayoutTerms = { minimumCents, holdDays };
  const termsOf = (own: Own): PayoutTerms => ({
    minimumCents: own.minimumPayoutCents ?? minimumCents,
    holdDays: own.payoutHoldDays ?? holdDays,
  });
  const withOwn = { $or: [{ minimumPayoutCents: { $gte: 0 } }, { payoutHoldDays: { $gte: 0 } }] };
  const fields = ['minimumPayoutCents', 'payoutHoldDays'] as const;
  const accounts = await accountsById<Own>(kind, { ids: personIDs, where: withOwn, fields });
  const own = new Map([...accounts].map(([id, each]) => [id, termsOf(each)]));
  return { general, own, of: (personID: number): PayoutTerms => own.get(personID) ?? general };
}

/** The last day whose entries are payable on `day`, through endDate at most. */
export function payableThrough(
  { holdDays }: PayoutTerms,
  endDate: BusinessDay,
  day: BusinessDay,
): BusinessDay {
  const last = addDays(day, -holdDays);
  return last > endDate ? endDate : last;
}

/**
 * What is to be paid through endDate, of everybody or of these people, by id (docs/RULES.md, Payouts). A balance ends with
 * the last day that it includes, so that the payroll closes no day whose entries it does not pay. @param day of payment
 */
export async function payableBalances(
  kind: PaidKind,
  endDate: BusinessDay,
  { personIDs, day = today() }: { personIDs?: readonly number[] | undefined; day?: BusinessDay } = {},
): Promise<OpenBalance[]> {
  const terms = await loadPayoutTerms(kind, personIDs);
  const lastDayOf = (own: PayoutTerms) => payableThrough(own, endDate, day);
  const through = lastDayOf(terms.general);
  /** Who is paid through another day than most. */
  const others = new Map<BusinessDay, number[]>();
  for (const [personID, own] of terms.own)
    if (lastDayOf(own) !== through) pushTo(others, lastDayOf(own), personID);
  const isHeld = ({ personID }: OpenBalance) => terms.of(personID).holdDays > 0;
  // Of any number of people: more than a call takes as arguments.
  let payable: OpenBalance[] = [];
  for (const [last, ids] of [[through, personIDs] as const, ...others]) {
    const open = await openBalances(kind, last, ids);
    const balances = open.filter(({ personID }) => lastDayOf(terms.of(personID)) === last);
    const held = await withoutTakenBack(kind, last, balances.filter(isHeld));
    payable = payable.concat(
      balances.filter((balance) => !isHeld(balance)),
      held,
    );
  }
  return payable
    .filter(({ cents, personID }) => cents > 0 && cents >= terms.of(personID).minimumCents)
    .sort((one, other) => one.personID - other.personID);
}

/** Balances through a day; of which something was taken back since, as many first days as the rest covers. */
async function withoutTakenBack(
  kind: PaidKind,
  last: BusinessDay,
  balances: readonly OpenBalance[],
): Promise<OpenBalance[]> {
  const heldIDs = balances.map(({ personID }) => personID);
  const clawbacks = await clawbacksAfter(kind, last, heldIDs);
  const rests = new Map<number, number>();
  for (const { personID, cents } of balances) {
    const taken = clawbacks.get(personID);
    if (taken !== undefined) rests.set(personID, cents - taken);
  }
  let left = balances.filter(({ personID }) => !rests.has(personID));
  for (const [end, personIDs] of await lastDaysCovered(kind, last, rests))
    left = left.concat(await openBalances(kind, end, personIDs));
  return left;
}

/** People by the last day up to which their open entries come to more than nothing, and to no more than `rests`. */
async function lastDaysCovered(
  kind: PaidKind,
  last: BusinessDay,
  rests: ReadonlyMap<number, number>,
): Promise<Map<BusinessDay, number[]>> {
  const days = await DayTotalModel.find({
    open: true,
    kind,
    personID: { $in: [...rests.keys()] },
    day: { $lte: last },
  }).lean();
  days.sort((one, other) => (one.day < other.day ? -1 : 1));
  const sums = new Map<number, number>();
  const ends = new Map<number, BusinessDay>();
  for (const { personID, day, postedCents = 0 } of days) {
    const sum = (sums.get(personID) ?? 0) + postedCents;
    sums.set(personID, sum);
    if (sum > 0 && sum <= (rests.get(personID) ?? 0)) ends.set(personID, day);
  }
  const people = new Map<BusinessDay, number[]>();
  for (const [personID, day] of ends) pushTo(people, day, personID);
  return people;
}

type TakenBack = Pick<LedgerEntry, '_id' | 'payee' | 'type' | 'postedDay' | 'payoutCents' | 'reverses'>;

const STEP = 500;

/**
 * What was taken back after `through` of amounts that are posted by then (docs/RULES.md, Payouts). What takes back an amount
 * posted later itself, or was reversed, leaves nothing to take off; neither does what a payroll has closed.
 * @returns cents above zero, by personID; who has none is missing
 */
export async function clawbacksAfter(
  kind: PaidKind,
  through: BusinessDay,
  personIDs: readonly number[],
): Promise<Map<number, number>> {
  const sums = new Map<number, number>();
  for (const step of slicesOf(personIDs, STEP)) {
    const payees = step.map((id) => payeeKeyOf(kind, id));
    // A returned payment's entry that is taken back has the same day as what it takes back.
    const entries = await EntryModel.find({
      payee: { $in: payees },
      postedDay: { $gt: through },
      payoutCents: { $lt: 0 },
      type: { $ne: 'returned' },
    }).lean<TakenBack[]>();
    const [days, closed] = await Promise.all([counterpartDays(entries), closedThroughOf(payees)]);
    for (const entry of entries) {
      // With a longer hold than before a payroll may have ended later, and have taken it off.
      if (entry.postedDay <= (closed.get(entry.payee) ?? '')) continue;
      if ((days.get(entry._id) ?? '') > through) continue;
      const { personID } = payeeOfKey(entry.payee);
      sums.set(personID, (sums.get(personID) ?? 0) - entry.payoutCents);
    }
  }
  return sums;
}

/** The day on which each one's sale, what it reverses, or its reversal is posted, by its id; empty: there is none. */
async function counterpartDays(entries: readonly TakenBack[]): Promise<Map<string, BusinessDay>> {
  const refunds = entries.flatMap(({ _id, type }) => (type === 'refund' ? entryIDOf.eventOf(_id) : []));
  const events = await EventModel.find({ _id: { $in: refunds } }, { body: 1 }).lean();
  const sales = new Map(events.map(({ _id, body }) => [_id, String(body.saleEventID)]));
  const counterparts = entries.map(({ _id, type, reverses }) => {
    const sale = type === 'refund' ? sales.get(entryIDOf.eventOf(_id)) : undefined;
    return [_id, sale ? entryIDOf.event(sale) : (reverses ?? entryIDOf.reversal(_id))] as const;
  });
  const ids = counterparts.map(([, id]) => id);
  const found = await EntryModel.find({ _id: { $in: ids } }, { postedDay: 1 }).lean();
  const days = new Map(found.map(({ _id, postedDay }) => [_id, postedDay]));
  return new Map(counterparts.map(([_id, id]) => [_id, days.get(id) ?? '']));
}
