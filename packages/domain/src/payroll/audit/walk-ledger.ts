import { PAID_KINDS } from '@partnerdesk/contracts';
import {
  catchUpLedger,
  DayTotalModel,
  dayKeyOf,
  EntryModel,
  PayeeModel,
  type PayeeState,
  payeeKeyOf,
  payeeOfKey,
  type SourceTotal,
  SourceTotalModel,
} from '../../ledger';
import { type AnyModel, getOrMake, pushTo } from '../../platform';
import { PayrollModel } from '../payroll.models';
import type { PayrollLine, PersonLedger, PostedDay, TotalLine } from './person-ledger';
import { PAYROLL_FIELDS, TOTAL_FIELDS } from './person-ledger';

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
  let chunk = sumEntries({ $gte: '' }, seq, chunkSize);
  for (let more = true; more; ) {
    let people = await chunk;
    more = countOf(people) === chunkSize;
    const last = people.at(-1)?.payee ?? '';
    if (more && people.length > 1) {
      // The last one's entries may go on.
      people = people.slice(0, -1);
      chunk = sumEntries({ $gte: last }, seq, chunkSize);
    } else if (more) {
      people = await sumEntries(last, seq);
      chunk = sumEntries({ $gt: last }, seq, chunkSize);
    }
    // While these are worked on, the database adds up the next; a failure is reported where it is awaited.
    chunk.catch(() => {});
    yield people;
    count += countOf(people);
    onProgress(count);
  }
}

const BATCH = 500;

/** A collection's documents in an order, batch by batch: while one is worked on, the database prepares the next. */
async function* batchesOf<T extends object>(
  model: AnyModel,
  projection: object,
  order: Record<string, 1>,
  filter: object = {},
): AsyncGenerator<T[]> {
  const cursor = model.collection.find<T>(filter, { projection, batchSize: BATCH }).sort(order);
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

async function* totalsByPerson(): AsyncGenerator<{ payee: string; totals: TotalLine[] }> {
  for (const kind of PAID_KINDS) {
    const range = { _id: { $gt: `${kind}:`, $lt: `${kind};` } };
    let payee = '';
    let totals: TotalLine[] = [];
    for await (const batch of batchesOf<TotalLine>(DayTotalModel, TOTAL_FIELDS, { _id: 1 }, range)) {
      for (const total of batch) {
        const next = total._id.slice(0, total._id.lastIndexOf(':'));
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

/**
 * Documents of payees, in the order of the payees, read as they are asked for. What is passed over is kept, which is
 * little: its payee has no day totals, or comes later in their order, in which `affiliate:1:…` follows `affiliate:10:…`.
 */
class ByPayee<T> {
  private readonly passed = new Map<string, T[]>();
  private batch: T[] = [];
  private at = 0;

  constructor(
    private readonly batches: AsyncGenerator<T[]>,
    private readonly payeeOf: (document: T) => string,
    /** The order of the documents. */
    private readonly isBefore = (payee: string, other: string) => payee < other,
  ) {}

  async take(payee: string): Promise<T[]> {
    await this.passUntil((next) => this.isBefore(payee, next));
    const own = this.passed.get(payee) ?? [];
    this.passed.delete(payee);
    return own;
  }

  /** The payees of whom nobody has taken the documents. */
  async left(): Promise<string[]> {
    await this.passUntil(() => false);
    return [...this.passed.keys()];
  }

  private async passUntil(isBeyond: (payee: string) => boolean): Promise<void> {
    for (;;) {
      while (this.at === this.batch.length) {
        const next = await this.batches.next();
        if (next.done) return;
        [this.batch, this.at] = [next.value, 0];
      }
      const document = this.batch[this.at] as T;
      const payee = this.payeeOf(document);
      if (isBeyond(payee)) return;
      pushTo(this.passed, payee, document);
      this.at += 1;
    }
  }
}

const STATE_FIELDS = { closedThrough: 1, seq: 1 } as const;
type StateLine = Pick<PayeeState, '_id' | 'closedThrough' | 'seq'>;

const SOURCE_FIELDS = { _id: 0, affID: 1, salesCents: 1, payoutCents: 1, seq: 1 } as const;
type SourceLine = Pick<SourceTotal, 'affID' | 'salesCents' | 'payoutCents' | 'seq'>;

function personLedger(
  person: Pick<PersonLedger, 'payee' | 'days' | 'totals' | 'payrolls'>,
  state: StateLine | null | undefined,
  sources: readonly SourceLine[],
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
  const entries = new ByPayee(entriesByPerson(seq, onProgress, chunkSize), ({ payee }) => payee);
  const payrolls = new ByPayee(
    batchesOf<PayrollLine>(PayrollModel, PAYROLL_FIELDS, { payee: 1, endPeriod: 1 }),
    ({ payee }) => payee,
  );
  const closed = new ByPayee(batchesOf<StateLine>(PayeeModel, STATE_FIELDS, { _id: 1 }), ({ _id }) => _id);
  const sources = new ByPayee(
    batchesOf<SourceLine>(SourceTotalModel, SOURCE_FIELDS, { _id: 1 }),
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
  const left = new Set<string>();
  for (const each of [entries, payrolls, closed, sources])
    for (const payee of await each.left()) left.add(payee);
  for (const payee of left) yield compose(payee, []);
}

const ATTEMPTS = 100;

/** A person's ledger at one journal record, read until none came in between; undefined: each time one did. */
export async function personAtRest(payee: string): Promise<PersonLedger | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const person = await readPerson(payee);
    if (person) return person;
  }
  return undefined;
}

async function readPerson(payee: string): Promise<PersonLedger | undefined> {
  const seq = await catchUpLedger();
  const { kind, personID } = payeeOfKey(payee);
  const affID = kind === 'affiliate' ? personID : 0;
  const days = { _id: { $gte: dayKeyOf(payee, ''), $lt: `${payee};` } };
  const [totals, payrolls, state, sources] = await Promise.all([
    DayTotalModel.find(days, TOTAL_FIELDS).lean<TotalLine[]>(),
    PayrollModel.find({ payee }, PAYROLL_FIELDS).sort({ endPeriod: 1 }).lean<PayrollLine[]>(),
    PayeeModel.findById(payee).lean(),
    SourceTotalModel.find({ affID }).lean<SourceTotal[]>(),
  ]);
  if (payrolls.some((payroll) => (payroll.seq ?? 0) > seq)) return undefined;
  const [entered] = await sumEntries(payee, seq);
  const person = personLedger({ payee, days: entered?.days ?? new Map(), totals, payrolls }, state, sources);
  return person.seq > seq ? undefined : person;
}
