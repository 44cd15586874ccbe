/**
 * Does the work for all, so many at a time; results in order.
 * @template Item, Result
 * @param {readonly Item[]} items @param {number} atATime
 * @param {(item: Item, index: number) => Promise<Result>} work @returns {Promise<Result[]>}
 */
export async function inTurns(items, atATime, work) {
  /** @type {Result[]} */
  const results = [];
  const left = items.entries();
  const run = async () => {
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atATime }, run));
  return results;
}
