import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** Sends the mails that a step of the domain has stored. What dies in between is found by the sweep of forgotten mails. */
export async function mailNotices(queue: Queue, store: () => Promise<string[]>): Promise<number> {
  const mailIDs = await store();
  for (const mailID of mailIDs)
    await enqueue(queue, 'send-mail', { mailID }, { jobId: jobIdOf('send-mail', mailID) });
  return mailIDs.length;
}
