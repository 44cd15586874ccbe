import type { ReviewKind } from '@partnerdesk/contracts';
import type { Actor } from '../platform';

/** An item that has come into a queue or left it. */
export interface ReviewChange {
  kind: ReviewKind;
  id: number;
  /** Who judged it, or undid that; missing: it came in. */
  moderator?: Actor;
}
type Listener = (change: ReviewChange) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to the changes of queues that this process makes, once they are written. What another process changes, that
 * process publishes. @returns unsubscribe
 */
export function onReviewChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notifies the subscribers. */
export function publishReviewChange(change: ReviewChange): void {
  for (const listener of listeners) listener(change);
}
