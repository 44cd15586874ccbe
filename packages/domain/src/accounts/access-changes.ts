import type { SignInKind } from '@partnerdesk/contracts';
import type { Query, Schema } from 'mongoose';

/** Somebody who may sign in. */
export interface PersonRef {
  kind: SignInKind | 'administrator';
  /** affID or adminID. */
  id: number;
}
/** What it returns is awaited. */
type Listener = (person: PersonRef) => unknown;

const listeners = new Set<Listener>();

/**
 * Subscribes to people whose record this process has changed: closed, signed out everywhere, other permissions. What
 * changed it goes on when every listener has ended. @returns unsubscribe
 */
export function onAccessChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Has each change of one person of the schema reported to the subscribers. */
// biome-ignore lint/suspicious/noExplicitAny: the schema of anybody who may sign in
export function reportsAccess(schema: Schema<any>, kind: PersonRef['kind'], idField: string): void {
  schema.post(['updateOne', 'findOneAndUpdate'], async function (this: Query<unknown, unknown>) {
    const id: unknown = this.getFilter()[idField];
    if (typeof id === 'number') await Promise.all([...listeners].map((listener) => listener({ kind, id })));
  });
}
