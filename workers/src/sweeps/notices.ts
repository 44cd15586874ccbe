import { enqueueMail, type Queue } from '@partnerdesk/queues';

/**
 * Sends the mails that a step of the domain has stored, after those that somebody waits for. What dies in between is found
 * by the sweep of forgotten mails.
 */
export async function mailNotices(queue: Queue, store: () => Promise<string[]>): Promise<number> {
  const mailIDs = await store();
  for (const mailID of mailIDs) await enqueueMail(queue, { mailID, awaited: false });
  return mailIDs.length;
}
