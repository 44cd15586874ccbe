import { entriesOf, isNumber, numberOf, T, type Val } from '../bson/raw';
import { fail } from '../errors';
import { type KeyPattern, keysOf, parsePath } from './path';

/** A sort specification as a key pattern. Throws for anything but 1 and -1. */
export function sortPattern(spec: Val): KeyPattern {
  const entries = entriesOf(spec);
  return {
    paths: entries.map(([name]) => {
      if (name === '' || name.split('.').includes(''))
        fail(15998, 'FieldPath field names may not be empty strings.');
      if (name.startsWith('$'))
        fail(
          16410,
          `FieldPath field names may not start with '$'. Consider using $getField or $setField: ${name}`,
        );
      return parsePath(name);
    }),
    descending: entries.map(([name, val]) => {
      if (val.type === T.object) fail('BadValue', `$meta sort is not supported: ${name}`);
      const direction = isNumber(val.type) ? numberOf(val) : Number.NaN;
      if (direction !== 1 && direction !== -1)
        fail(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
      return direction === -1;
    }),
  };
}

/** The bytes a document is sorted by: of an array its smallest item, or its greatest where the order is descending. */
export function sortKey(doc: Buffer, pattern: KeyPattern): Buffer {
  const { keys } = keysOf(doc, pattern);
  let least = keys[0]!;
  for (let i = 1; i < keys.length; i++) if (keys[i]!.compare(least) < 0) least = keys[i]!;
  return least;
}
