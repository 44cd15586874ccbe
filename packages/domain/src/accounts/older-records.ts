import { Document, type Schema } from 'mongoose';

/**
 * Gives records the fixed defaults of fields that are newer than they are, in every read, lean or by cursor: no other code
 * has to expect a field to be missing. A date is not invented for an older record.
 */
export function fillOlderRecords(schema: Schema): void {
  const defaults = Object.entries(schema.paths)
    .map(([name, type]) => [name, type.options.default] as const)
    .filter(([, value]) => value !== undefined && typeof value !== 'function');

  schema.pre(['find', 'findOne', 'findOneAndUpdate'], function () {
    const asked = readsField(this.projection());
    const missing = defaults.filter(([name]) => asked(name));
    const fill = (record: unknown) => fillIn(record, missing);
    this.transform((found: unknown) => (Array.isArray(found) ? found.map(fill) : fill(found)));
  });
}

function readsField(projection: Record<string, unknown> | null | undefined): (name: string) => boolean {
  const named = Object.entries(projection ?? {}).filter(([name]) => name !== '_id');
  const inclusive = named.some(([, value]) => Boolean(value));
  const names = new Set(named.map(([name]) => name));
  return (name) => names.has(name) === inclusive;
}

function fillIn(record: unknown, defaults: readonly (readonly [string, unknown])[]): unknown {
  // Mongoose fills in its own documents itself.
  if (typeof record !== 'object' || record === null || record instanceof Document) return record;
  const fields = record as Record<string, unknown>;
  for (const [name, value] of defaults) if (fields[name] === undefined) fields[name] = value;
  return record;
}
