export type { Job, Queue } from 'bull';
export * from './access-changes';
export { claimRedisOrThrow } from './claim-redis';
export * from './click-buffer';
export { ClickNetworks, hourOf } from './click-networks';
export { createQueue, createQueues, KEY_PREFIX, type QueueOptions, WORKER_CALL_MS } from './create-queue';
export {
  enqueue,
  enqueueMail,
  enqueuePayFile,
  enqueueResultRun,
  enqueueRun,
  type TracedJobOptions,
} from './enqueue';
export { isWorkerAlive, startHeartbeat } from './heartbeat';
export { jobErrorOf, toJobError } from './job-errors';
export * from './jobs';
export {
  type ChangeListener,
  type ChangePublisher,
  listenForChanges,
  startChangePublisher,
} from './ledger-changes';
export {
  listenForModeration,
  look,
  lookAway,
  type ModerationChange,
  publishReview,
  readLooks,
} from './moderation-changes';
export { failedJobsOf, oldestWaitingMs, queueHealth } from './queue-health';
export { RedisClient, type RedisClientOptions } from './redis-client';
export { publishRunEnd, RunEnds } from './run-ends';
export { watchRedis } from './watch-redis';
