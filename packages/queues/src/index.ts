export type { Job, Queue } from 'bull';
export { createQueue, KEY_PREFIX, type QueueOptions } from './create-queue';
export { enqueue } from './enqueue';
export { isWorkerAlive, startHeartbeat } from './heartbeat';
export { jobStatus, toJobError } from './job-status';
export * from './jobs';
export {
  type ChangeListener,
  type ChangePublisher,
  listenForChanges,
  startChangePublisher,
} from './ledger-changes';
export { failedJobs, queueHealth, retryFailedJob } from './queue-health';
export { countWaiters, waitForJob } from './wait-for-job';
