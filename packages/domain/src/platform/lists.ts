export function* slicesOf<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

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

/** The value of a key, which is made if need be. */
export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

export function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  getOrMake(lists, key, () => []).push(item);
}

/** Makes a key the newest one of a map that keeps `max`. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}

export function addNumbers<Name extends string>(
  sums: { [Each in NoInfer<Name>]?: number },
  more: { readonly [Each in Name]?: number },
): void {
  for (const name in more) sums[name] = (sums[name] ?? 0) + (more[name] ?? 0);
}
