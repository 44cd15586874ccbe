import { makeChangeNotice, type NewMail, type PersonRef, storeMail } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { Queue, QueueName } from '@partnerdesk/queues';
import { sendMail } from './send-mail';

interface Change {
  /** The address that the account had before. */
  to: string;
  what: 'password' | 'email';
}

/** Mails that a password or email was changed, with a way to say "this wasn't me" (docs/RULES.md, Who may enter). */
export async function mailChange(
  { env, queues }: { env: Env; queues: Record<QueueName, Queue> },
  person: PersonRef,
  { to, what }: Change,
): Promise<void> {
  const token = await makeChangeNotice(person);
  const mail: NewMail = {
    kind: 'password-changed',
    to,
    owner: person,
    subject: `Your ${what} has been changed`,
    text: `The ${what} of your account has just been changed.

If it was you, there is nothing to do. This wasn't me: sign out everywhere, within a week:
${env.publicUrl}/not-me?token=${token}

Then set a new password, or write to us if you can't.
`,
  };
  await sendMail(queues.mail, await storeMail(mail));
}
