import {
  addClicks,
  catchUpLedger,
  closeFailedSignIns,
  countLedgerLinks,
  databaseNow,
  dayOf,
  deliverForgotten,
  expireIdentities,
  expirePhotoIds,
  findFraudSignals,
  findJoinBursts,
  finishForgottenChanges,
  judgeClicks,
  refreshCommissions,
  refreshPerformance,
  refreshRatings,
  removeAbandonedUploads,
  removeOldResultRuns,
  type Storage,
  storeDailyDigests,
  storeForgottenKeyMails,
  storeForgottenNotices,
  storePaidMails,
  storePaymentMails,
  storeReturnedMails,
  storeWeeklySummaries,
  sweepWaitingEvents,
  takeNightlyBackup,
  today,
  trimPostbackCalls,
} from '@partnerdesk/domain';
import { type Env, type Logger, metrics } from '@partnerdesk/node';
import { type ClickBuffer, hourOf, type Queue, type QueueName } from '@partnerdesk/queues';
import type { digestKeeper } from './daily-digest';
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

/** What of the worker's process sweeps work with. */
export interface SweepContext {
  queues: Record<QueueName, Queue>;
  logger: Logger;
  storage: Storage;
  clicks: ClickBuffer;
  env: Pick<Env, 'backupDir' | 'dataDir' | 'photoIdRetentionDays'>;
  keepDigests: ReturnType<typeof digestKeeper>;
  /** Aborts when the worker ends: what takes long should reject with its reason then. */
  signal: AbortSignal;
}

/** Work that a worker repeats, to finish what a dead process left behind. Safe to repeat and to race with itself. */
export interface Sweep {
  name: string;
  everyMs: number;
  run: (context: SweepContext) => Promise<unknown>;
}

/** Finds bursts of joins, and of clicks from one network, of this hour and the last (docs/RULES.md, Fraud signals). */
export async function findBursts(clicks: ClickBuffer): Promise<void> {
  const joined = await findJoinBursts();
  const hour = hourOf(Date.now());
  for (const each of [hour - 1, hour])
    for await (const counts of clicks.networksOf(each)) await judgeClicks(each, counts, joined);
}

/** Stores mails, and has them sent. */
const mailing =
  (store: (context: SweepContext) => Promise<string[]>): Sweep['run'] =>
  (context) =>
    mailNotices(context.queues.mail, () => store(context), context.signal);

export const SWEEPS: readonly Sweep[] = [
  { name: 'journal', everyMs: 5000, run: () => catchUpLedger() },
  { name: 'waiting events', everyMs: 60_000, run: () => sweepWaitingEvents() },
  { name: 'lost payroll runs', everyMs: 5000, run: ({ queues }) => enqueueLostRuns(queues.payroll) },
  { name: 'approved payrolls', everyMs: 5000, run: ({ queues }) => enqueueApprovedRuns(queues.payroll) },
  { name: 'lost payment results', everyMs: 5000, run: ({ queues }) => enqueueLostResultRuns(queues.payroll) },
  { name: 'lost pay files', everyMs: 5000, run: ({ queues }) => enqueueLostPayFiles(queues.payroll) },
  { name: 'forgotten account changes', everyMs: 60_000, run: () => finishForgottenChanges() },
  { name: 'forgotten password notices', everyMs: 60_000, run: () => storeForgottenNotices() },
  { name: 'forgotten mails of API keys', everyMs: 60_000, run: () => storeForgottenKeyMails() },
  { name: 'returned payments', everyMs: 5000, run: mailing(storeReturnedMails) },
  { name: 'executed payments', everyMs: 5000, run: mailing(storePaymentMails) },
  { name: 'paid payments', everyMs: 5000, run: mailing(storePaidMails) },
  {
    name: 'weekly summaries',
    everyMs: 30_000,
    run: mailing(({ signal }) => storeWeeklySummaries(today(), signal)),
  },
  { name: 'daily digests', everyMs: 60_000, run: mailing(() => storeDailyDigests()) },
  {
    name: 'daily digest of the ledger',
    everyMs: 60_000,
    run: mailing(({ keepDigests, logger }) => keepDigests(logger)),
  },
  { name: 'commissions of the day', everyMs: 60_000, run: () => refreshCommissions() },
  { name: 'forgotten mails', everyMs: 60_000, run: ({ queues }) => enqueueForgottenMails(queues.mail) },
  { name: 'forgotten audit entries', everyMs: 60_000, run: () => deliverForgotten() },
  { name: 'failed sign-ins', everyMs: 600_000, run: () => closeFailedSignIns() },
  { name: 'postbacks', everyMs: 2000, run: ({ queues }) => enqueuePostbacks(queues.postbacks) },
  { name: 'links of joins and sales', everyMs: 2000, run: () => countLedgerLinks() },
  { name: 'performance of people', everyMs: 3000, run: ({ signal }) => refreshPerformance(signal) },
  { name: 'ratings of pictures', everyMs: 3000, run: ({ signal }) => refreshRatings(signal) },
  { name: 'old postbacks', everyMs: 600_000, run: () => trimPostbackCalls() },
  { name: 'fraud signals', everyMs: 60_000, run: () => findFraudSignals() },
  // Clicks that web servers have gathered (docs/RULES.md, Clicks).
  { name: 'clicks', everyMs: 3000, run: ({ clicks }) => clicks.drain(addClicks) },
  { name: 'bursts', everyMs: 300_000, run: ({ clicks }) => findBursts(clicks) },
  { name: 'lost pictures', everyMs: 30_000, run: ({ queues }) => enqueueLostPictures(queues.pictures) },
  { name: 'abandoned uploads', everyMs: 600_000, run: ({ storage }) => removeAbandonedUploads(storage) },
  { name: 'old payment results', everyMs: 600_000, run: ({ storage }) => removeOldResultRuns(storage) },
  {
    name: 'expired photo ids',
    everyMs: 600_000,
    run: ({ storage, env }) => expirePhotoIds(storage, env.photoIdRetentionDays),
  },
  { name: 'expired identities', everyMs: 600_000, run: () => expireIdentities(dayOf(databaseNow())) },
  {
    name: 'nightly backup',
    everyMs: 600_000,
    run: async ({ env: { backupDir, dataDir }, signal }) =>
      backupDir && takeNightlyBackup(backupDir, dataDir, signal),
  },
];

/** One that fails is logged and runs again at its next time; none is started twice. @returns stops and awaits them */
export function startSweeps(
  context: Omit<SweepContext, 'signal'>,
  sweeps: readonly Sweep[] = SWEEPS,
): () => Promise<void> {
  const { logger } = context;
  const running = new Map<Sweep, Promise<void>>();
  const stop = new AbortController();
  const { signal } = stop;
  const start = async (sweep: Sweep) => {
    try {
      await sweep.run({ ...context, signal });
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
