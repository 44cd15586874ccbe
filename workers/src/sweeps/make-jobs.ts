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
import {
  enqueue,
  enqueueMail,
  enqueuePayFile,
  enqueueResultRun,
  enqueueRun,
  jobIdOf,
  type Queue,
} from '@partnerdesk/queues';

/**
 * Sends the mails that a step of the domain has stored, after those that somebody waits for. What dies in between is found
 * by the sweep of forgotten mails.
 */
export async function mailNotices(queue: Queue, store: () => Promise<string[]>): Promise<number> {
  const mailIDs = await store();
  for (const mailID of mailIDs) await enqueueMail(queue, { mailID, awaited: false });
  return mailIDs.length;
}

/** Longer than it takes from storing a mail to making its job. */
const MAIL_AGE_MS = 60_000;

/**
 * Makes the jobs of mails that have lost theirs with Redis, or whose process died between storing the mail and making its
 * job. A job that waits or runs stays as it is. @returns how many mails are not sent yet
 */
export async function enqueueForgottenMails(queue: Queue, ageMs = MAIL_AGE_MS): Promise<number> {
  const mails = await unsentMails(ageMs);
  for (const mail of mails) await enqueueMail(queue, mail);
  return mails.length;
}

/**
 * Puts runs that are not finished in the queue again. One that waits there or is being performed stays as it is; one
 * whose job was lost (Redis was killed, or the server died between storing and queueing it) is performed after all.
 */
export async function enqueueLostRuns(queue: Queue): Promise<void> {
  for (const run of await openRuns()) await enqueueRun(queue, run);
}

/**
 * Executes what a second person has approved, if the process that took the approval died before it was begun.
 * @throws once all were tried, why the first of those that cannot be begun cannot: rows that were altered, for one
 */
export async function enqueueApprovedRuns(queue: Queue): Promise<void> {
  const failures: unknown[] = [];
  for (const request of await approvedExecutions()) {
    try {
      const run = await openApprovedRun(request);
      if (!hasEnded(run)) await enqueueRun(queue, run);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Puts files of results that are not read to their end in the queue again, as enqueueLostRuns does with payroll's runs. */
export async function enqueueLostResultRuns(queue: Queue): Promise<void> {
  for (const runID of await openResultRuns()) await enqueueResultRun(queue, runID);
}

/**
 * Puts pay files whose making is under way in the queue again. One that waits there or is being made stays as it is; one
 * whose job was lost (Redis was killed, or the server died between storing and queueing it) is made after all.
 */
export async function enqueueLostPayFiles(queue: Queue): Promise<void> {
  for (const payFileID of await unfinishedPayFiles()) await enqueuePayFile(queue, payFileID);
}

/** Jobs of pictures that one sweep makes. */
const MAX_PICTURE_JOBS = 200;

/**
 * Makes the jobs of pictures whose uploader died, or lost Redis, between storing them and making their job. One whose job
 * has failed is left to the office (docs/RULES.md, Accounts and access "Failed work").
 */
export async function enqueueLostPictures(queue: Queue, now = Date.now()): Promise<number> {
  let made = 0;
  for await (const photoID of findLostPictures(now)) {
    const jobId = jobIdOf('process-photo', photoID);
    if (await (await queue.getJob(jobId))?.isFailed()) continue;
    await enqueue(queue, 'process-photo', { photoID }, { jobId });
    made += 1;
    if (made === MAX_PICTURE_JOBS) break;
  }
  return made;
}

/**
 * Stores calls for what the ledger has taken in, and has workers make those that are due: a job an affiliate, so that a
 * slow receiver holds up no other's calls. @returns of how many affiliates
 */
export async function enqueuePostbacks(queue: Queue): Promise<number> {
  await storePostbackCalls();
  const due = await duePostbacks();
  for (const affID of due)
    await enqueue(queue, 'call-postbacks', { affID }, { jobId: jobIdOf('call-postbacks', affID) });
  return due.length;
}
