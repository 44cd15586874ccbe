import { setImmediate } from 'node:timers/promises';
import {
  beginFilesOfRun,
  finishPayFile,
  openStorage,
  performResultRun,
  performRun,
} from '@partnerdesk/domain';
import { createQueue, enqueue } from '@partnerdesk/queues';
import type { TestApp } from './test-app';

/** Does payroll's jobs as the worker does. */
export interface PayrollWorker {
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** Resolves when there is nothing left to do. */
  idle: () => Promise<void>;
  close: () => Promise<void>;
}

/** Runs beside the app, on the same queue and database. */
export function startPayrollWorker({ env, prefix }: TestApp): PayrollWorker {
  const queue = createQueue('payroll', { redisUrl: env.redisUrl, prefix });
  void queue.process('payroll-run', 4, async ({ data: { runID } }) => {
    await performRun(runID);
    for (const payFileID of await beginFilesOfRun(runID))
      await enqueue(queue, 'make-pay-file', { payFileID });
  });
  const storage = openStorage(env);
  void queue.process('read-payment-results', 1, ({ data: { runID } }) => performResultRun(storage, runID));
  void queue.process('make-pay-file', 1, ({ data: { payFileID } }) => finishPayFile(payFileID));
  return {
    pause: () => queue.pause(true),
    resume: () => queue.resume(true),
    idle: async () => {
      for (;;) {
        const { waiting, active } = await queue.getJobCounts();
        if (waiting + active === 0) return;
        await setImmediate();
      }
    },
    close: () => queue.close(),
  };
}
