/** A list in slices of `size`; the last one may be shorter. */
export function* slicesOf<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** What is read one by one, in batches of `size`; the last one may be smaller. */
export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Adds to the list of a key, which is made if need be. */
export function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
