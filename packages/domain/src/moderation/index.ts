/** Pictures, profiles and applications as they are judged: queues, claims, decisions and what undoes them. */
export * from './decide-item';
export { bandsOf, hashOfPixels } from './near-pictures';
export * from './picture-files';
export { rebuildRatings, refreshRatings } from './rate-pictures';
export * from './review.models';
export * from './review-items';
export * from './review-queues';
export * from './submit-profile';
export * from './undo-decision';
