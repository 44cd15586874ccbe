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

/** Sends stored mails after those that somebody waits for; what dies in between the sweep of forgotten mails finds. */
export async function mailNotices(queue: Queue, store: () => Promise<string[]>): Promise<number> {
  const mailIDs = await store();
  for (const mailID of mailIDs) await enqueueMail(queue, { mailID, awaited: false });
  return mailIDs.length;
}

/** Longer than it takes from storing a mail to making its job. */
const MAIL_AGE_MS = 60_000;

/** Makes the jobs of mails that lost theirs, or never had one. @returns how many mails are not sent yet */
export async function enqueueForgottenMails(queue: Queue, ageMs = MAIL_AGE_MS): Promise<number> {
  const mails = await unsentMails(ageMs);
  for (const mail of mails) await enqueueMail(queue, mail);
  return mails.length;
}

/** Queues unfinished runs again: one that waits or is performed stays as it is, one whose job was lost is performed. */
export async function enqueueLostRuns(queue: Queue): Promise<void> {
  for (const run of await openRuns()) await enqueueRun(queue, run);
}

/** Executes what was approved, if that process died before it. @throws once all were tried, why the first cannot begin */
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

export async function enqueueLostResultRuns(queue: Queue): Promise<void> {
  for (const runID of await openResultRuns()) await enqueueResultRun(queue, runID);
}

/** As enqueueLostRuns, of pay files whose making is under way. */
export async function enqueueLostPayFiles(queue: Queue): Promise<void> {
  for (const payFileID of await unfinishedPayFiles()) await enqueuePayFile(queue, payFileID);
}

const MAX_PICTURE_JOBS = 200;

/**
 * Makes the jobs of pictures whose uploader died, or lost Redis, before it did. One whose job has failed is left to the
 * office (docs/RULES.md, Accounts and access "Failed work").
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

/** Stores calls for what the ledger has taken in, and has those made that are due: a job an affiliate. @returns of how many */
export async function enqueuePostbacks(queue: Queue): Promise<number> {
  await storePostbackCalls();
  const due = await duePostbacks();
  for (const affID of due)
    await enqueue(queue, 'call-postbacks', { affID }, { jobId: jobIdOf('call-postbacks', affID) });
  return due.length;
}
