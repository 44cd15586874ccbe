import { type AccountKind, AppError, isSignInKind, type SignInKind } from '@partnerdesk/contracts';
import { Document, type Query, type Schema } from 'mongoose';
import { carriesAudit, Listeners } from '../platform';
import { carriesSeals } from './seals';

/** What records of all people have in common; to be called once the schema has its fields. */
// biome-ignore lint/suspicious/noExplicitAny: any person's schema
export function keepsPeople(schema: Schema<any>, kind: AccountKind | 'administrator', idField: string): void {
  fillOlderRecords(schema);
  carriesAudit(schema);
  carriesSeals(schema, kind, idField);
  // The ledger names people for good.
  if (kind !== 'administrator')
    schema.pre(['deleteOne', 'deleteMany', 'findOneAndDelete'], () => {
      throw new AppError('conflict', 'An account is closed, not deleted: the ledger names it');
    });
  if (kind === 'administrator' || isSignInKind(kind)) reportsAccess(schema, kind, idField);
}

/**
 * Gives records the fixed defaults of fields that are newer than they are, in every read, lean or by cursor: no other code
 * has to expect a field to be missing. A date is not invented for an older record.
 */
// biome-ignore lint/suspicious/noExplicitAny: any person's schema
function fillOlderRecords(schema: Schema<any>): void {
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

export type PersonRef = { kind: SignInKind | 'administrator'; id: number };

const listeners = new Listeners<[PersonRef], unknown>();

/**
 * Subscribes to people whose record this process has changed: closed, signed out everywhere, other permissions. The change
 * goes on when every listener has ended. @returns unsubscribe
 */
export const onAccessChange: typeof listeners.add = (listener) => listeners.add(listener);

/** Has each change of one person of the schema reported to the subscribers. */
// biome-ignore lint/suspicious/noExplicitAny: the schema of anybody who may sign in
function reportsAccess(schema: Schema<any>, kind: PersonRef['kind'], idField: string): void {
  schema.post(['updateOne', 'findOneAndUpdate'], async function (this: Query<unknown, unknown>) {
    const id: unknown = this.getFilter()[idField];
    if (typeof id === 'number') await Promise.all(listeners.notify({ kind, id }));
  });
}
