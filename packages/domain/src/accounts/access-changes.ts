import type { SignInKind } from '@partnerdesk/contracts';
import type { Query, Schema } from 'mongoose';
import { Listeners } from '../platform';

/** Somebody who may sign in. */
export interface PersonRef {
  kind: SignInKind | 'administrator';
  id: number;
}

const listeners = new Listeners<[PersonRef], unknown>();

/**
 * Subscribes to people whose record this process has changed: closed, signed out everywhere, other permissions. The change
 * goes on when every listener has ended. @returns unsubscribe
 */
export const onAccessChange: typeof listeners.add = (listener) => listeners.add(listener);

/** Has each change of one person of the schema reported to the subscribers. */
// biome-ignore lint/suspicious/noExplicitAny: the schema of anybody who may sign in
export function reportsAccess(schema: Schema<any>, kind: PersonRef['kind'], idField: string): void {
  schema.post(['updateOne', 'findOneAndUpdate'], async function (this: Query<unknown, unknown>) {
    const id: unknown = this.getFilter()[idField];
    if (typeof id === 'number') await Promise.all(listeners.notify({ kind, id }));
  });
}
