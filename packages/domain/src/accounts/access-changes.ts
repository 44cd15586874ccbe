import type { Principal } from './principal';

/** Somebody who may sign in. */
export type PersonRef = Pick<Principal, 'kind' | 'id'>;
type Listener = (person: PersonRef) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to people whose access this process has changed: closed, signed out everywhere, other permissions. Requests
 * find out by themselves, since each loads its person again; this is for what stays open. @returns unsubscribe
 */
export function onAccessChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notifies the subscribers. */
export function publishAccessChange({ kind, id }: PersonRef): void {
  for (const listener of listeners) listener({ kind, id });
}
