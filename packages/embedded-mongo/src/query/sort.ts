import { entriesOf, isNumber, numberOf, T, type Val } from '../bson/raw';
import { fail, MongoError } from '../errors';
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

/** Memory that sorting may take before MongoDB's error. */
const SORT_BYTES = 100 * 1024 * 1024;

export const memoryExceeded = (what: string, bytes: number): MongoError =>
  new MongoError(
    'QueryExceededMemoryLimitNoDiskUseAllowed',
    `${what} exceeded memory limit of ${bytes} bytes, but did not opt in to external sorting.`,
  );

/** Sorts documents, or what stands for them, in memory; with a limit it keeps little more than that many. */
export class Sorter {
  private rows: [Buffer, Buffer][] = [];
  private bytes = 0;
  /** The key of the last row within the limit, as far as is known: nothing from it on counts. */
  bound: Buffer | undefined;

  constructor(
    private readonly pattern: KeyPattern,
    private readonly limit = Number.POSITIVE_INFINITY,
  ) {}

  add(doc: Buffer): void {
    const key = sortKey(doc, this.pattern);
    if (this.wants(key)) this.addRow(key, doc);
  }

  /** Whether a row that is sorted by these bytes can be within the limit. */
  wants(key: Buffer): boolean {
    return this.bound === undefined || key.compare(this.bound) < 0;
  }

  /** @param key the bytes that the row is sorted by, its own */
  addRow(key: Buffer, row: Buffer): void {
    this.rows.push([key, row]);
    this.bytes += row.length;
    if (this.rows.length > 2 * this.limit + 1000) this.cut();
    if (this.bytes > SORT_BYTES) throw memoryExceeded('Sort', SORT_BYTES);
  }

  private cut(): void {
    this.rows.sort(([a], [b]) => a.compare(b));
    if (this.rows.length > this.limit) this.rows.length = this.limit;
    if (this.rows.length === this.limit) this.bound = this.rows.at(-1)?.[0];
    this.bytes = this.rows.reduce((sum, [, row]) => sum + row.length, 0);
  }

  sorted(): Buffer[] {
    this.cut();
    return this.rows.map(([, row]) => row);
  }
}
