import { EntryModel } from '../../ledger';
import type { PostedDay } from './person-ledger';

/** Entries that the database adds up at a time. */
export const CHUNK = 10_000;

/** One person's entries, added up by posted day. */
export interface PersonDays {
  payee: string;
  days: Map<string, PostedDay>;
}

/**
 * Entries added up by posted day, in the order of the payees. The database adds them up: one line a day comes over the
 * wire instead of one an entry.
 * @param seq journal record through which entries count
 * @param limit entries that are added up, in the order of their payees
 */
export async function sumEntries(
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
    const person = people.get(_id.payee) ?? { payee: _id.payee, days: new Map() };
    people.set(_id.payee, person);
    person.days.set(_id.day, { entries, cents });
  }
  return [...people.values()].sort((a, b) => (a.payee < b.payee ? -1 : 1));
}

const entriesOf = ({ days }: PersonDays): number =>
  [...days.values()].reduce((sum, { entries }) => sum + entries, 0);

/** Everybody's entries through a journal record, added up by day; in the order of the payees. */
export async function* entriesByPerson(
  seq: number,
  onProgress: (entries: number) => void,
  chunkSize: number,
): AsyncGenerator<PersonDays[]> {
  let count = 0;
  let chunk = sumEntries({ $gte: '' }, seq, chunkSize);
  for (let more = true; more; ) {
    let people = await chunk;
    more = people.reduce((sum, person) => sum + entriesOf(person), 0) === chunkSize;
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
    for (const person of people) count += entriesOf(person);
    onProgress(count);
  }
}
