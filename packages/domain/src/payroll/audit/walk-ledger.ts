import { type BusinessDay, PAID_KINDS } from '@partnerdesk/contracts';
import type { DayTotal, Figures, PayeeState, SourceTotal } from '../../ledger';
import {
  catchUpLedger,
  DayTotalModel,
  dayKeyOf,
  EntryModel,
  PayeeModel,
  payeeKeyOf,
  payeeOfKey,
  SourceTotalModel,
} from '../../ledger';
import { type AnyModel, getOrMake, pushTo } from '../../platform';
import { PayrollModel, type PayrollRecord } from '../payroll.models';

/** Entries posted on one day, added up (cents). */
interface PostedDay {
  entries: number;
  cents: number;
}

const TOTAL_FIELDS = {
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
/** A day total as the audit needs it. */
type TotalLine = Pick<DayTotal & Figures, '_id' | keyof typeof TOTAL_FIELDS>;

const PAYROLL_FIELDS = {
  payee: 1,
  startPeriod: 1,
  endPeriod: 1,
  amountCents: 1,
  entries: 1,
  seq: 1,
} as const;
type PayrollLine = Pick<PayrollRecord, '_id' | keyof typeof PAYROLL_FIELDS>;

/** All that the ledger holds of one person, at one journal record. */
export interface PersonLedger {
  payee: string;
  /** Posted day → its entries. */
  days: Map<BusinessDay, PostedDay>;
  totals: TotalLine[];
  /** In the order of their periods. */
  payrolls: PayrollLine[];
  closedThrough: BusinessDay | '';
  /** What the affiliate's sources add up to (cents); nothing for staff. */
  sources: { salesCents: number; payoutCents: number };
  /** The newest record that wrote totals, sources, or how far it is closed. */
  seq: number;
}

const CHUNK = 10_000;

type PersonDays = Pick<PersonLedger, 'payee' | 'days'>;

/** Entries through the record `seq` by payee and day, added up in the database. @param limit entries that are added up */
async function sumEntries(
  payee: string | { $gt: string } | { $gte: string },
  seq: number,
  limit?: number,
): Promise<PersonDays[]> {
  const cursor = EntryModel.collection.aggregate<PostedDay & { _id: { payee: string; day: string } }>(
    [
      { $match: { payee, seq: { $not: { $gt: seq } } } },
      ...(limit ? [{ $sort: { payee: 1, postedDay: 1 } }, { $limit: limit }] : []),
      {
        $group: {
          _id: { payee: '$payee', day: '$postedDay' },
          entries: { $sum: 1 },
          cents: { $sum: '$payoutCents' },
        },
      },
    ],
    { batchSize: CHUNK },
  );
  const people = new Map<string, PersonDays>();
  for (const { _id, entries, cents } of await cursor.toArray()) {
    const person = getOrMake(people, _id.payee, () => ({ payee: _id.payee, days: new Map() }));
    person.days.set(_id.day, { entries, cents });
  }
  return [...people.values()].sort((a, b) => (a.payee < b.payee ? -1 : 1));
}

const countOf = (people: readonly PersonDays[]): number =>
  people.flatMap(({ days }) => [...days.values()]).reduce((sum, { entries }) => sum + entries, 0);

async function* entriesByPerson(
  seq: number,
  onProgress: (entries: number) => void,
  chunkSize: number,
): AsyncGenerator<PersonDays[]> {
  let count = 0;
  for (let last = '', isDone = false; !isDone; ) {
    const people = await sumEntries(last ? { $gt: last } : { $gte: '' }, seq, chunkSize);
    isDone = countOf(people) < chunkSize;
    last = people.at(-1)?.payee ?? '';
    // The last one's entries may go on.
    if (!isDone) people.splice(-1, 1, ...(await sumEntries(last, seq)));
    yield people;
    count += countOf(people);
    onProgress(count);
  }
}

const BATCH = 500;

/** A collection's documents in an order, as the database hands them over. */
async function* batchesOf<T extends object>(
  model: AnyModel,
  projection: object,
  order: Record<string, 1>,
  filter: object = {},
): AsyncGenerator<T[]> {
  const cursor = model.collection.find<T>(filter, { projection, batchSize: BATCH }).sort(order);
  while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
}

async function* totalsByPerson(): AsyncGenerator<{ payee: string; totals: TotalLine[] }> {
  for (const kind of PAID_KINDS) {
    const range = { _id: { $gt: `${kind}:`, $lt: `${kind};` } };
    let person = { payee: '', totals: [] as TotalLine[] };
    for await (const batch of batchesOf<TotalLine>(DayTotalModel, TOTAL_FIELDS, { _id: 1 }, range)) {
      for (const total of batch) {
        const payee = total._id.slice(0, total._id.lastIndexOf(':'));
        if (payee !== person.payee) {
          if (person.payee) yield person;
          person = { payee, totals: [] };
        }
        person.totals.push(total);
      }
    }
    if (person.payee) yield person;
  }
}

/**
 * Documents of payees, in the order of the payees, read as they are asked for. What is passed over is kept, which is
 * little: its payee has no day totals, or comes later in their order, in which `affiliate:1:…` follows `affiliate:10:…`.
 * @param isBefore the order of the documents
 */
function byPayee<T>(
  batches: AsyncGenerator<T[]>,
  payeeOf: (document: T) => string,
  isBefore = (payee: string, other: string) => payee < other,
) {
  const passed = new Map<string, T[]>();
  let batch: T[] = [];
  let at = 0;
  const passUntil = async (isBeyond: (payee: string) => boolean): Promise<void> => {
    for (;;) {
      while (at === batch.length) {
        const next = await batches.next();
        if (next.done) return;
        [batch, at] = [next.value, 0];
      }
      const document = batch[at] as T;
      const payee = payeeOf(document);
      if (isBeyond(payee)) return;
      pushTo(passed, payee, document);
      at += 1;
    }
  };
  return {
    async take(payee: string): Promise<T[]> {
      await passUntil((next) => isBefore(payee, next));
      const own = passed.get(payee) ?? [];
      passed.delete(payee);
      return own;
    },
    /** The payees of whom nobody has taken the documents. */
    async left(): Promise<string[]> {
      await passUntil(() => false);
      return [...passed.keys()];
    },
  };
}

const STATE_FIELDS = { closedThrough: 1, seq: 1 } as const;
const SOURCE_FIELDS = { _id: 0, affID: 1, salesCents: 1, payoutCents: 1, seq: 1 } as const;

function personLedger(
  person: Pick<PersonLedger, 'payee' | 'days' | 'totals' | 'payrolls'>,
  state: Pick<PayeeState, keyof typeof STATE_FIELDS> | null | undefined,
  sources: readonly Pick<SourceTotal, 'salesCents' | 'payoutCents' | 'seq'>[],
): PersonLedger {
  const sums = { salesCents: 0, payoutCents: 0 };
  for (const { salesCents = 0, payoutCents = 0 } of sources) {
    sums.salesCents += salesCents;
    sums.payoutCents += payoutCents;
  }
  let seq = state?.seq ?? 0;
  for (const each of [...person.totals, ...sources]) seq = Math.max(seq, each.seq ?? 0);
  return { ...person, closedThrough: state?.closedThrough ?? '', sources: sums, seq };
}

/** Everybody's ledger: entries through the record `seq`, the rest as it is when read. @param chunkSize entries at a time */
export async function* walkLedger(
  seq: number,
  onProgress: (entries: number) => void,
  chunkSize = CHUNK,
): AsyncGenerator<PersonLedger> {
  const entries = byPayee(entriesByPerson(seq, onProgress, chunkSize), ({ payee }) => payee);
  const payrolls = byPayee(
    batchesOf<PayrollLine>(PayrollModel, PAYROLL_FIELDS, { payee: 1, endPeriod: 1 }),
    ({ payee }) => payee,
  );
  const closed = byPayee(batchesOf<PayeeState>(PayeeModel, STATE_FIELDS, { _id: 1 }), ({ _id }) => _id);
  const sources = byPayee(
    batchesOf<SourceTotal>(SourceTotalModel, SOURCE_FIELDS, { _id: 1 }),
    ({ affID }) => payeeKeyOf('affiliate', affID),
    // The order of their ids is that of the ids of day totals.
    (payee, other) => `${payee}:` < `${other}:`,
  );
  const compose = async (payee: string, totals: TotalLine[]): Promise<PersonLedger> => {
    const [entered] = await entries.take(payee);
    const [state] = await closed.take(payee);
    const days: PersonLedger['days'] = entered?.days ?? new Map();
    const person = { payee, days, totals, payrolls: await payrolls.take(payee) };
    return personLedger(person, state, await sources.take(payee));
  };
  for await (const { payee, totals } of totalsByPerson()) yield compose(payee, totals);
  // Of people who have no day totals.
  for (const each of [entries, payrolls, closed, sources])
    for (const payee of await each.left()) yield compose(payee, []);
}

const ATTEMPTS = 100;

/** A person's ledger at one journal record, read until none came in between; undefined: each time one did. */
export async function personAtRest(payee: string): Promise<PersonLedger | undefined> {
  const { kind, personID } = payeeOfKey(payee);
  const affID = kind === 'affiliate' ? personID : 0;
  const range = { _id: { $gte: dayKeyOf(payee, ''), $lt: `${payee};` } };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const seq = await catchUpLedger();
    const [totals, payrolls, state, sources] = await Promise.all([
      DayTotalModel.find(range, TOTAL_FIELDS).lean<TotalLine[]>(),
      PayrollModel.find({ payee }, PAYROLL_FIELDS).sort({ endPeriod: 1 }).lean<PayrollLine[]>(),
      PayeeModel.findById(payee).lean(),
      SourceTotalModel.find({ affID }).lean<SourceTotal[]>(),
    ]);
    if (payrolls.some((payroll) => (payroll.seq ?? 0) > seq)) continue;
    const [entered] = await sumEntries(payee, seq);
    const days = entered?.days ?? new Map();
    const person = personLedger({ payee, days, totals, payrolls }, state, sources);
    if (person.seq <= seq) return person;
  }
  return undefined;
}
