import type { mongo } from 'mongoose';
import {
  DayTotalModel,
  EntryModel,
  PayeeModel,
  PayrollModel,
  SourceTotalModel,
} from '../../ledger/ledger.models';
import type { PayrollLine, PersonLedger, PostedDay, TotalLine } from './person-ledger';

const BATCH = 10_000;

/** A cursor's documents, batch by batch: while one is worked on, the database prepares the next. */
async function* batchesOf<T>(cursor: mongo.FindCursor<T>): AsyncGenerator<T[]> {
  const read = async () => {
    const first = await cursor.next();
    return first === null ? [] : [first, ...cursor.readBufferedDocuments()];
  };
  let next = read();
  for (;;) {
    const batch = await next;
    if (batch.length === 0) return;
    next = read();
    // A failure is reported where it is awaited.
    next.catch(() => {});
    yield batch;
  }
}

/** An entry as the audit reads it; cents. */
export type EntryLine = { payee: string; postedDay: string; payoutCents: number; seq?: number };

/** The fields of a total that the audit reads. */
export const TOTAL_FIELDS = {
  day: 1,
  seq: 1,
  postedEntries: 1,
  postedCents: 1,
  open: 1,
  payrollID: 1,
  salesCents: 1,
  refundsCents: 1,
  payoutCents: 1,
} as const;
export const PAYROLL_FIELDS = {
  payee: 1,
  startPeriod: 1,
  endPeriod: 1,
  amountCents: 1,
  entries: 1,
  seq: 1,
} as const;

export const payeeOfDay = (dayKey: string) => dayKey.slice(0, dayKey.lastIndexOf(':'));

export function addEntry(days: Map<string, PostedDay>, { postedDay, payoutCents }: EntryLine): void {
  const day = days.get(postedDay);
  if (day) {
    day.entries += 1;
    day.cents += payoutCents;
  } else days.set(postedDay, { entries: 1, cents: payoutCents });
}

interface PersonDays {
  payee: string;
  days: Map<string, PostedDay>;
}

/** Everybody's entries through a journal record, added up by day; in the order of the payees. */
async function* entriesByPerson(
  seq: number,
  onProgress: (entries: number) => void,
): AsyncGenerator<PersonDays> {
  const cursor = EntryModel.collection
    .find<EntryLine>(
      {},
      { projection: { _id: 0, payee: 1, postedDay: 1, payoutCents: 1, seq: 1 }, batchSize: BATCH },
    )
    .sort({ payee: 1, postedDay: 1, at: 1 });
  let person: PersonDays | undefined;
  let count = 0;
  for await (const batch of batchesOf(cursor)) {
    for (const entry of batch) {
      if ((entry.seq ?? 0) > seq) continue;
      if (entry.payee !== person?.payee) {
        if (person) yield person;
        person = { payee: entry.payee, days: new Map() };
      }
      addEntry(person.days, entry);
      count += 1;
    }
    onProgress(count);
  }
  if (person) yield person;
}

/**
 * The same in the order of the ids of day totals, in which `affiliate:1:…` follows `affiliate:10:…`: a payee that others
 * begin with comes after them. At most one person for each digit is held back.
 */
async function* inOrderOfTotals(people: AsyncIterable<PersonDays>): AsyncGenerator<PersonDays> {
  const held: PersonDays[] = [];
  for await (const person of people) {
    while (held.length > 0 && !person.payee.startsWith(held.at(-1)?.payee ?? ''))
      yield held.pop() as PersonDays;
    held.push(person);
  }
  yield* held.reverse();
}

/** Everybody's day totals, in the order of their ids. */
async function* totalsByPerson(): AsyncGenerator<{ payee: string; totals: TotalLine[] }> {
  const people = { _id: { $gt: 'affiliate:', $lt: 'affiliate;' } };
  const staff = { _id: { $gt: 'staff:', $lt: 'staff;' } };
  for (const range of [people, staff]) {
    const cursor = DayTotalModel.collection
      .find<TotalLine>(range as never, { projection: TOTAL_FIELDS, batchSize: BATCH })
      .sort({ _id: 1 });
    let payee = '';
    let totals: TotalLine[] = [];
    for await (const batch of batchesOf(cursor)) {
      for (const total of batch) {
        const next = payeeOfDay(total._id);
        if (next !== payee) {
          if (payee) yield { payee, totals };
          [payee, totals] = [next, []];
        }
        totals.push(total);
      }
    }
    if (payee) yield { payee, totals };
  }
}

async function loadPayrolls(): Promise<Map<string, PayrollLine[]>> {
  const payrolls = new Map<string, PayrollLine[]>();
  const cursor = PayrollModel.collection
    .find<PayrollLine>({}, { projection: PAYROLL_FIELDS, batchSize: BATCH })
    .sort({ payee: 1, endPeriod: 1 });
  for await (const payroll of cursor) {
    const own = payrolls.get(payroll.payee);
    if (own) own.push(payroll);
    else payrolls.set(payroll.payee, [payroll]);
  }
  return payrolls;
}

async function loadClosed(): Promise<Map<string, string>> {
  const closed = new Map<string, string>();
  for await (const { _id, closedThrough } of PayeeModel.collection.find({}, { batchSize: BATCH }))
    closed.set(String(_id), String(closedThrough));
  return closed;
}

async function loadSources(): Promise<Map<string, PersonLedger['sources']>> {
  const sums = await SourceTotalModel.aggregate<{ _id: number } & PersonLedger['sources']>([
    { $group: { _id: '$affID', salesCents: { $sum: '$salesCents' }, payoutCents: { $sum: '$payoutCents' } } },
  ]);
  return new Map(sums.map(({ _id, ...sources }) => [`affiliate:${_id}`, sources]));
}

/** In the order of day totals' ids. */
const isBefore = (payee: string, other: string) => `${payee}:` < `${other}:`;

/**
 * Everybody's ledger, one person after the other, while the memory that it takes grows with the payrolls alone. Entries
 * are those through the record `seq`; the rest is as it is when it is read.
 */
export async function* walkLedger(
  seq: number,
  onProgress: (entries: number) => void,
): AsyncGenerator<PersonLedger> {
  const [payrolls, closed, sources] = [await loadPayrolls(), await loadClosed(), await loadSources()];
  const compose = (payee: string, days: PersonLedger['days'], totals: TotalLine[]): PersonLedger => {
    const person = {
      payee,
      days,
      totals,
      payrolls: payrolls.get(payee) ?? [],
      closedThrough: closed.get(payee) ?? '',
      sources: sources.get(payee) ?? { salesCents: 0, payoutCents: 0 },
    };
    for (const map of [payrolls, closed, sources]) map.delete(payee);
    return person;
  };
  const totals = totalsByPerson();
  let total = await totals.next();
  for await (const { payee, days } of inOrderOfTotals(entriesByPerson(seq, onProgress))) {
    for (; !total.done && isBefore(total.value.payee, payee); total = await totals.next())
      yield compose(total.value.payee, new Map(), total.value.totals);
    const own = !total.done && total.value.payee === payee ? total.value.totals : [];
    if (own.length > 0) total = await totals.next();
    yield compose(payee, days, own);
  }
  for (; !total.done; total = await totals.next())
    yield compose(total.value.payee, new Map(), total.value.totals);
  // Payrolls, states and sources of people who have neither entries nor totals.
  for (const payee of new Set([...payrolls.keys(), ...closed.keys(), ...sources.keys()]))
    yield compose(payee, new Map(), []);
}
