import { slicesOf } from '../platform';

/** Asks for what is among these values, if there are any. */
export function findIfAny<Value, Found>(
  values: readonly Value[],
  find: (among: { $in: Value[] }) => Promise<Found[]>,
): Promise<Found[]> {
  return values.length > 0 ? find({ $in: [...values] }) : Promise.resolve([]);
}

/** Values that one question names at most: a command holds 16 MB. */
const MAX_ASKED = 10_000;

/** Asks for what is among these values, however many, with several questions, one after the other. */
export async function askInBatches<Value, Found>(
  values: readonly Value[],
  find: (among: { $in: Value[] }) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const $in of slicesOf(values, MAX_ASKED)) for (const each of await find({ $in })) found.push(each);
  return found;
}

/** The range from the first to the last of these texts in the database's order, which is that of the bytes. */
export function between(texts: readonly string[]): { $gte: string; $lte: string } {
  const [one, ...others] = texts.map((text) => Buffer.from(text)) as [Buffer, ...Buffer[]];
  let [first, last] = [one, one];
  for (const text of others) {
    if (text.compare(first) < 0) first = text;
    if (text.compare(last) > 0) last = text;
  }
  return { $gte: first.toString(), $lte: last.toString() };
}
