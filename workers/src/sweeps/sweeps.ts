import {
  catchUpLedger,
  closeFailedSignIns,
  countLedgerLinks,
  deliverForgotten,
  findFraudSignals,
  finishForgottenChanges,
  refreshCommissions,
  refreshPerformance,
  refreshRatings,
  reviveDatabase,
  storeDailyDigests,
  storeForgottenKeyMails,
  storeForgottenNotices,
  storePaidMails,
  storePaymentMails,
  storeReturnedMails,
  storeWeeklySummaries,
  sweepWaitingEvents,
  trimPostbackCalls,
} from '@partnerdesk/domain';
import { type Logger, metrics } from '@partnerdesk/node';
import type { Queue, QueueName } from '@partnerdesk/queues';
import {
  enqueueApprovedRuns,
  enqueueForgottenMails,
  enqueueLostPayFiles,
  enqueueLostPictures,
  enqueueLostResultRuns,
  enqueueLostRuns,
  enqueuePostbacks,
  mailNotices,
} from './make-jobs';

/** Work that a worker repeats, to finish what a dead process left behind. Safe to repeat and to race with itself. */
export interface Sweep {
  name: string;
  everyMs: number;
  /** `signal` aborts when the worker ends: what takes long should reject with its reason then. */
  run: (queues: Record<QueueName, Queue>, logger: Logger, signal: AbortSignal) => Promise<unknown>;
}

export const SWEEPS: readonly Sweep[] = [
  { name: 'database connection', everyMs: 5000, run: () => reviveDatabase() },
  { name: 'journal', everyMs: 5000, run: () => catchUpLedger() },
  { name: 'waiting events', everyMs: 60_000, run: () => sweepWaitingEvents() },
  { name: 'lost payroll runs', everyMs: 5000, run: ({ payroll }) => enqueueLostRuns(payroll) },
  { name: 'approved payrolls', everyMs: 5000, run: ({ payroll }) => enqueueApprovedRuns(payroll) },
  { name: 'lost payment results', everyMs: 5000, run: ({ payroll }) => enqueueLostResultRuns(payroll) },
  { name: 'lost pay files', everyMs: 5000, run: ({ payroll }) => enqueueLostPayFiles(payroll) },
  { name: 'forgotten account changes', everyMs: 60_000, run: () => finishForgottenChanges() },
  { name: 'forgotten password notices', everyMs: 60_000, run: () => storeForgottenNotices() },
  { name: 'forgotten mails of API keys', everyMs: 60_000, run: () => storeForgottenKeyMails() },
  { name: 'returned payments', everyMs: 5000, run: ({ mail }) => mailNotices(mail, storeReturnedMails) },
  { name: 'executed payments', everyMs: 5000, run: ({ mail }) => mailNotices(mail, storePaymentMails) },
  { name: 'paid payments', everyMs: 5000, run: ({ mail }) => mailNotices(mail, storePaidMails) },
  { name: 'weekly summaries', everyMs: 30_000, run: ({ mail }) => mailNotices(mail, storeWeeklySummaries) },
  { name: 'daily digests', everyMs: 60_000, run: ({ mail }) => mailNotices(mail, storeDailyDigests) },
  { name: 'commissions of the day', everyMs: 60_000, run: () => refreshCommissions() },
  { name: 'forgotten mails', everyMs: 60_000, run: ({ mail }) => enqueueForgottenMails(mail) },
  { name: 'forgotten audit entries', everyMs: 60_000, run: () => deliverForgotten() },
  { name: 'failed sign-ins', everyMs: 600_000, run: () => closeFailedSignIns() },
  { name: 'postbacks', everyMs: 2000, run: ({ postbacks }) => enqueuePostbacks(postbacks) },
  { name: 'links of joins and sales', everyMs: 2000, run: () => countLedgerLinks() },
  {
    name: 'performance of people',
    everyMs: 3000,
    run: (_queues, _logger, signal) => refreshPerformance(signal),
  },
  {
    name: 'ratings of pictures',
    everyMs: 3000,
    run: (_queues, _logger, signal) => refreshRatings(signal),
  },
  { name: 'old postbacks', everyMs: 600_000, run: () => trimPostbackCalls() },
  { name: 'fraud signals', everyMs: 60_000, run: () => findFraudSignals() },
  { name: 'lost pictures', everyMs: 30_000, run: ({ pictures }) => enqueueLostPictures(pictures) },
];

/** One that fails is logged and runs again at its next time; none is started twice. @returns stops and awaits them */
export function startSweeps(
  queues: Record<QueueName, Queue>,
  logger: Logger,
  sweeps: readonly Sweep[] = SWEEPS,
): () => Promise<void> {
  const running = new Map<Sweep, Promise<void>>();
  const stop = new AbortController();
  const { signal } = stop;
  const start = async (sweep: Sweep) => {
    try {
      await sweep.run(queues, logger, signal);
    } catch (err) {
      const isCutShort = signal.aborted && (err as Error).name === 'AbortError';
      if (isCutShort) return;
      logger.error({ err, sweep: sweep.name }, 'sweep failed');
      metrics.sweepFailures.inc({ sweep: sweep.name });
    } finally {
      running.delete(sweep);
    }
  };
  const timers = sweeps.map((sweep) =>
    setInterval(() => {
      if (!running.has(sweep)) running.set(sweep, start(sweep));
    }, sweep.everyMs),
  );
  return async () => {
    timers.forEach(clearInterval);
    stop.abort();
    await Promise.all(running.values());
  };
}
