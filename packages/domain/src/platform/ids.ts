import { plainModel } from './collections';

/** `{_id: name, value}`: last number given out under a name. */
export const CounterModel = plainModel<{ _id: string; value: number }>('Counter', 'counters', String);

/** Ids that people search by, given out in order (docs/RULES.md, Days, money, ids). */
export type IdName = 'affID' | 'staffID' | 'memberID' | 'adminID' | 'photoID' | 'profileID';

/** The next id. One that is not used leaves a gap, never a double. */
export const nextId = (name: IdName): Promise<number> => nextNumber(name);

/** The next number of a series, from 1. */
export async function nextNumber(name: string): Promise<number> {
  const counter = await CounterModel.findOneAndUpdate(
    { _id: name },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  )
    .orFail()
    .lean();
  return counter.value;
}

/** Makes sure that ids through `value` are not given out again. */
export async function reserveIds(name: IdName, value: number): Promise<void> {
  await CounterModel.updateOne({ _id: name }, { $max: { value } }, { upsert: true });
}
