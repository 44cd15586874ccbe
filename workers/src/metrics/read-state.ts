import { lastEventsAt, readJournalState, sumPayments, waitingEvents } from '@partnerdesk/domain';
import { metrics } from '@partnerdesk/node';
import { isWorkerAlive, oldestWaitingMs, type Queue, type QueueName, queueHealth } from '@partnerdesk/queues';

/** Sums of payments read a collection: they change by the day, so they may be this old (ms). */
const PAYMENTS_MS = 600_000;

/** Sets the gauges of what all processes share. @returns to be called before each scrape */
export function createStateReader(
  queues: Record<QueueName, Queue>,
  { prefix, now = Date.now }: { prefix?: string | undefined; now?: () => number } = {},
): () => Promise<void> {
  let paymentsAt = Number.NEGATIVE_INFINITY;
  const readJournal = createJournalReader(now);
  return async () => {
    await Promise.all([...Object.values(queues).map(readQueue), readJournal(), readEvents(now)]);
    metrics.workerAlive.set(Number(await isWorkerAlive(queues.payroll.client, prefix)));
    if (now() - paymentsAt < PAYMENTS_MS) return;
    await readPayments();
    paymentsAt = now();
  };
}

async function readQueue(queue: Queue): Promise<void> {
  const [health, oldestMs] = await Promise.all([queueHealth(queue), oldestWaitingMs(queue)]);
  for (const state of ['waiting', 'active', 'delayed', 'failed'] as const)
    metrics.queueJobs.set({ queue: queue.name, state }, health[state]);
  metrics.queueOldestJob.set({ queue: queue.name }, oldestMs / 1000);
}

/** While events come in some record is nearly always unapplied: what counts is that no other has been applied since. */
function createJournalReader(now: () => number): () => Promise<void> {
  let seen = { applied: -1, at: 0 };
  return async () => {
    const { records, applied, unapplied, aheadMs, waitingProcesses } = await readJournalState();
    if (unapplied === 0 || applied !== seen.applied) seen = { applied, at: now() };
    metrics.journalRecords.set(records);
    metrics.journalUnapplied.set(unapplied);
    metrics.journalStuck.set((now() - seen.at) / 1000);
    metrics.journalAhead.set(aheadMs / 1000);
    metrics.journalWaiting.set(waitingProcesses);
  };
}

async function readEvents(now: () => number): Promise<void> {
  const [last, waiting] = await Promise.all([lastEventsAt(), waitingEvents()]);
  const ageOf = (at: Date) => Math.max(0, now() - at.getTime()) / 1000;
  metrics.lastEventsAge.set(last ? ageOf(last) : -1);
  metrics.waitingEvents.set(waiting.count);
  metrics.oldestWaitingEvent.set(waiting.oldestSince ? ageOf(waiting.oldestSince) : 0);
}

/** A state that no payment is in any more has no series. */
async function readPayments(): Promise<void> {
  const sums = await sumPayments();
  metrics.payments.reset();
  metrics.paymentCents.reset();
  for (const { kind, state, count, cents } of sums) {
    metrics.payments.set({ kind, state }, count);
    metrics.paymentCents.set({ kind, state }, cents);
  }
}
