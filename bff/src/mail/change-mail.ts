import { changeNoticeMail, type PersonRef, storeMail } from '@partnerdesk/domain';
import type { Queue, QueueName } from '@partnerdesk/queues';
import { sendMail } from './send-mail';

/** Mails that a password was changed, with a way to say "this wasn't me" (docs/RULES.md, Who may enter "Passwords"). */
export async function mailPasswordChange(
  { queues }: { queues: Record<QueueName, Queue> },
  { kind, id, emailAddress }: PersonRef & { emailAddress: string },
): Promise<void> {
  const mail = await changeNoticeMail({ kind, id }, { to: emailAddress, what: 'password' });
  await sendMail(queues.mail, await storeMail(mail));
}
