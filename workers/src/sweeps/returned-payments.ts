import { storeReturnedMails } from '@partnerdesk/domain';
import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** Mails payees whose payments a file has marked returned. @returns how many */
export async function mailReturnedPayments(queue: Queue): Promise<number> {
  const mailIDs = await storeReturnedMails();
  for (const mailID of mailIDs)
    await enqueue(queue, 'send-mail', { mailID }, { jobId: jobIdOf('send-mail', mailID) });
  return mailIDs.length;
}
