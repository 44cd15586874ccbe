import {
  claimMail,
  type Mail,
  markDeliveryUnknown,
  markFailed,
  markHandedOver,
  markNotSent,
  markSent,
  putIntoOutbox,
} from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';
import type { MailTransport } from '../mail/mail-transport';

export type SendMailResult = 'sent' | 'outbox' | 'unsure' | 'already';

/**
 * Sends a stored mail, never twice. It may be tried again until the mail server is about to have it whole; from there on
 * only the server's own refusal makes another try. @throws Error when the server does not take it now
 */
export async function sendMailJob(
  { mailID }: JobPayloads['send-mail'],
  { mailTransport, lastTry }: Pick<JobContext, 'mailTransport' | 'lastTry'>,
): Promise<SendMailResult> {
  try {
    return await trySending(mailID, mailTransport);
  } catch (error) {
    if (lastTry) await markFailed(mailID);
    throw error;
  }
}

async function trySending(mailID: string, mailTransport: MailTransport | undefined): Promise<SendMailResult> {
  const mail = await claimMail(mailID);
  // Sent already, or handed over by a worker that died before it heard the answer.
  if (!mail) return (await markDeliveryUnknown(mailID)) ? 'unsure' : 'already';
  if (mailTransport) return send(mail, mailTransport);
  await putIntoOutbox(mail);
  return 'outbox';
}

async function send(mail: Mail, transport: MailTransport): Promise<SendMailResult> {
  const delivery = await transport.deliver(mail, () => markHandedOver(mail));
  if (delivery.outcome === 'accepted') {
    await markSent(mail);
    return 'sent';
  }
  if (delivery.outcome === 'unknown') {
    await markDeliveryUnknown(mail.mailID);
    return 'unsure';
  }
  await markNotSent(mail, delivery.reason);
  throw new Error(`The mail server did not take the mail: ${delivery.reason}`);
}
