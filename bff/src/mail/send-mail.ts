import { enqueue, type Queue } from '@partnerdesk/queues';

export async function sendMails(queue: Queue, mailIDs: readonly string[] = []): Promise<void> {
  for (const mailID of mailIDs) await sendMail(queue, mailID);
}

/** Has the worker send a stored mail that follows from what somebody has just done, before those that were made in bulk. */
export async function sendMail(queue: Queue, mailID: string): Promise<void> {
  await enqueue(queue, 'send-mail', { mailID }, { urgent: true });
}
