import { unsentMails } from '@partnerdesk/domain';
import { enqueueMail, type Queue } from '@partnerdesk/queues';

/** Longer than it takes from storing a mail to making its job. */
const AGE_MS = 60_000;

/**
 * Makes the jobs of mails that have lost theirs with Redis, or whose process died between storing the mail and making its
 * job. A job that waits or runs stays as it is. @returns how many mails are not sent yet
 */
export async function enqueueForgottenMails(queue: Queue, ageMs = AGE_MS): Promise<number> {
  const mails = await unsentMails(ageMs);
  for (const mail of mails) await enqueueMail(queue, mail);
  return mails.length;
}
