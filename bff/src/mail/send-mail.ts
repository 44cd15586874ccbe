import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** As sendMail, of several. */
export async function sendMails(queue: Queue, mailIDs: readonly string[] = []): Promise<void> {
  for (const mailID of mailIDs) await sendMail(queue, mailID);
}

/** Has the worker send a stored mail. */
export async function sendMail(queue: Queue, mailID: string): Promise<void> {
  await enqueue(queue, 'send-mail', { mailID }, { jobId: jobIdOf('send-mail', mailID) });
}
