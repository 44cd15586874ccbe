/** Pictures, profiles and applications as they are judged: queues, claims, decisions and what undoes them. */
export * from './claims';
export * from './count-queues';
export * from './decide-item';
export * from './decide-picture';
export * from './list-pictures';
export { bandsOf, bitsApart, hashOfPixels, NEAR_BITS } from './near-pictures';
export * from './open-photo-id';
export * from './picture.model';
export * from './picture-bytes';
export * from './picture-files';
export * from './process-picture';
export * from './profile.model';
export { rebuildRatings, refreshRatings } from './rate-pictures';
export * from './receive-picture';
export * from './review-accounts';
export * from './review-changes';
export * from './undo-decision';
