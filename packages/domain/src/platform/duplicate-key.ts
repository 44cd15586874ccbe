import type { AnyModel } from './plain-model';

const DUPLICATE_KEY = 11000;

export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DUPLICATE_KEY;
}

/** Runs a write whose documents may be there already. @returns the positions in the bulk of those that were @throws any other error */
export async function duplicatesOf(write: Promise<unknown>): Promise<number[]> {
  try {
    await write;
    return [];
  } catch (error) {
    const { writeErrors = [] } = error as { writeErrors?: { index: number } | { index: number }[] };
    const errors = [writeErrors].flat();
    const onlyDuplicates = errors.length > 0 ? errors.every(isDuplicateKey) : isDuplicateKey(error);
    if (!onlyDuplicates) throw error;
    return errors.length > 0 ? errors.map(({ index }) => index) : [0];
  }
}

/** As duplicatesOf. @returns whether there was one */
export async function ignoreDuplicates(write: Promise<unknown>): Promise<boolean> {
  return (await duplicatesOf(write)).length > 0;
}

/**
 * Changes a document, or makes it; of two processes that make it at once one does, and the other's change must be as good.
 * @returns whether that was so
 */
export const upsert = (model: AnyModel, filter: object, change: object): Promise<boolean> =>
  ignoreDuplicates(model.updateOne(filter, change, { upsert: true }).exec());
