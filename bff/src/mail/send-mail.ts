import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** Has the worker send a stored mail. */
export async function sendMail(queue: Queue, mailID: string): Promise<void> {
  await enqueue(queue, 'send-mail', { mailID }, { jobId: jobIdOf('send-mail', mailID) });
}
