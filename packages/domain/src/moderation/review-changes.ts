import type { ReviewKind } from '@partnerdesk/contracts';
import { type Actor, Listeners } from '../platform';

/** An item that has come into a queue or left it. */
export interface ReviewChange {
  kind: ReviewKind;
  id: number;
  /** Who judged it, or undid that; missing: it came in. */
  moderator?: Actor;
}

const listeners = new Listeners<[ReviewChange]>();

/** Subscribes to the changes of queues that this process makes, once they are written. @returns unsubscribe */
export const onReviewChange: typeof listeners.add = (listener) => listeners.add(listener);

export function publishReviewChange(change: ReviewChange): void {
  listeners.notify(change);
}
