import { hash } from 'node:crypto';
import { addDays, type BusinessDay, type PaidKind } from '@partnerdesk/contracts';
import { askInBatches, DayTotalModel, PayeeModel, payeeKeyOf } from '../ledger';

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

interface OpenDays {
  _id: number;
  cents: number;
  entries: number;
  firstDay: BusinessDay;
}

/**
 * Open balances through endDate, of everybody or of these people, by id; who has nothing open is missing. Adds up day
 * totals, never entries: its cost grows with persons and days (docs/RULES.md, Payroll).
 */
export async function openBalances(
  kind: PaidKind,
  endDate: BusinessDay,
  personIDs?: readonly number[],
): Promise<OpenBalance[]> {
  const sums = personIDs
    ? await askInBatches(personIDs, (personID) => openDays({ kind, personID, day: { $lte: endDate } }))
    : await openDays({ kind, day: { $lte: endDate } });
  sums.sort((a, b) => a._id - b._id);
  const closed = await closedThroughOf(sums.map(({ _id }) => payeeKeyOf(kind, _id)));
  return sums.map((sum) => {
    const closedThrough = closed.get(payeeKeyOf(kind, sum._id));
    const startPeriod = closedThrough === undefined ? sum.firstDay : addDays(closedThrough, 1);
    const { _id: personID, cents, entries } = sum;
    const balance = { personID, cents, entries, startPeriod, endPeriod: endDate };
    return { ...balance, fingerprint: fingerprintOf(kind, balance) };
  });
}

/** @param days of which open ones are added up, by person */
function openDays(days: object): Promise<OpenDays[]> {
  return DayTotalModel.aggregate<OpenDays>([
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
  const states = await askInBatches(payees, (_id) => PayeeModel.find({ _id }).lean());
  return new Map(states.map((state) => [state._id, state.closedThrough]));
}

/** Entries only ever join a balance, so sum, count and period identify it. */
function fingerprintOf(kind: PaidKind, balance: Omit<OpenBalance, 'fingerprint'>): string {
  const { personID, cents, entries, startPeriod, endPeriod } = balance;
  const text = [kind, personID, cents, entries, startPeriod, endPeriod].join('|');
  return hash('sha256', text, 'base64url').slice(0, 22);
}
