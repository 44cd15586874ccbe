import {
  approvedExecutions,
  duePostbacks,
  findLostPictures,
  hasEnded,
  openApprovedRun,
  openResultRuns,
  openRuns,
  storePostbackCalls,
  unfinishedPayFiles,
  unsentMails,
} from '@partnerdesk/domain';
import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/**
 * Sends stored mails after those that somebody waits for; what dies in between the sweep of forgotten mails finds.
 * @param signal ends it between two jobs: those of 50,000 weekly mails take longer than a worker has for its end
 */
export async function mailNotices(
  queue: Queue,
  store: () => Promise<string[]>,
  signal?: AbortSignal,
): Promise<void> {
  for (const mailID of await store()) {
    signal?.throwIfAborted();
    await enqueue(queue, 'send-mail', { mailID });
  }
}

/** Longer than it takes from storing a mail to making its job. */
const MAIL_AGE_MS = 60_000;

/** Makes the jobs of mails that lost theirs, or never had one. @returns how many mails are not sent yet */
export async function enqueueForgottenMails(queue: Queue): Promise<number> {
  const mails = await unsentMails(MAIL_AGE_MS);
  for (const { mailID, awaited } of mails) await enqueue(queue, 'send-mail', { mailID }, { urgent: awaited });
  return mails.length;
}

/** Queues unfinished runs again: one that waits or is performed stays as it is, one whose job was lost is performed. */
export async function enqueueLostRuns(queue: Queue): Promise<void> {
  for (const { _id: runID } of await openRuns()) await enqueue(queue, 'payroll-run', { runID });
}

/** As enqueueLostRuns, of files of results that are being read. */
export async function enqueueLostResultRuns(queue: Queue): Promise<void> {
  for (const runID of await openResultRuns()) await enqueue(queue, 'read-payment-results', { runID });
}

/** As enqueueLostRuns, of pay files whose making is under way. */
export async function enqueueLostPayFiles(queue: Queue): Promise<void> {
  for (const payFileID of await unfinishedPayFiles()) await enqueue(queue, 'make-pay-file', { payFileID });
}

/** Executes what was approved, if that process died before it. @throws once all were tried, why the first cannot begin */
export async function enqueueApprovedRuns(queue: Queue): Promise<void> {
  const failures: unknown[] = [];
  for (const request of await approvedExecutions()) {
    try {
      const run = await openApprovedRun(request);
      if (!hasEnded(run)) await enqueue(queue, 'payroll-run', { runID: run._id });
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const MAX_PICTURE_JOBS = 200;

/**
 * Makes the jobs of pictures whose uploader died, or lost Redis, before it did. One whose job has failed is left to the
 * office (docs/RULES.md, Accounts and access "Failed work").
 */
export async function enqueueLostPictures(queue: Queue, now = Date.now()): Promise<number> {
  let made = 0;
  for await (const photoID of findLostPictures(now)) {
    const lost = await queue.getJob(jobIdOf('process-photo', { photoID }));
    if (await lost?.isFailed()) continue;
    await enqueue(queue, 'process-photo', { photoID });
    made += 1;
    if (made === MAX_PICTURE_JOBS) break;
  }
  return made;
}

/** Stores calls for what the ledger has taken in, and has those made that are due: a job an affiliate. @returns of how many */
export async function enqueuePostbacks(queue: Queue): Promise<number> {
  await storePostbackCalls();
  const due = await duePostbacks();
  for (const affID of due) await enqueue(queue, 'call-postbacks', { affID });
  return due.length;
}
