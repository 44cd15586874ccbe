import { Readable } from 'node:stream';
import type { Mail } from '@partnerdesk/domain';
import { createTransport, type Transporter } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';

/** What became of handing a mail to the mail server. */
export type Delivery =
  | { outcome: 'accepted' }
  /** The server said no, or never had the whole mail. */
  | { outcome: 'not-accepted'; reason: string }
  /** The connection broke after the whole mail was on its way, before the server answered. */
  | { outcome: 'unknown'; reason: string };

/** A way to the mail server. */
export interface MailTransport {
  /** @param beforeLastByte called, and waited for, before the mail is complete; if it fails the mail stays incomplete */
  deliver: (mail: Mail, beforeLastByte: () => Promise<void>) => Promise<Delivery>;
  close: () => void;
}

const TIMEOUT_MS = 20_000;

/** @param url smtp:// or smtps:// with the credentials @param from the sender of every mail */
export function createMailTransport(url: string, from: string, timeoutMs = TIMEOUT_MS): MailTransport {
  const transporter: Transporter = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    deliver: (mail, beforeLastByte) => deliver(transporter, from, mail, beforeLastByte),
    close: () => transporter.close(),
  };
}

async function deliver(
  transporter: Transporter,
  from: string,
  mail: Mail,
  beforeLastByte: () => Promise<void>,
): Promise<Delivery> {
  const node = new MailComposer({ ...mailOptions(mail), from }).compile();
  const message = await node.build();
  let complete = false;
  async function* content() {
    yield message;
    await beforeLastByte();
    complete = true;
  }
  try {
    await transporter.sendMail({ envelope: node.getEnvelope(), raw: Readable.from(content()) } as never);
    return { outcome: 'accepted' };
  } catch (error) {
    const { message: reason, responseCode } = error as Error & { responseCode?: number };
    // An answer of the server is a no; without one nobody knows what it made of a complete mail.
    return { outcome: complete && !responseCode ? 'unknown' : 'not-accepted', reason };
  }
}

/** The same mail has the same id at every try, so that a duplicate can be recognised. */
function mailOptions({ mailID, kind, to, replyTo, subject, text, createdAt, unsubscribeUrl }: Mail) {
  const messageId = `<${mailID}@partnerdesk>`;
  return {
    // The office's is of the settings: it may have a name, or be several.
    to: kind === 'contact' ? to : mailbox(to),
    replyTo: replyTo && mailbox(replyTo),
    subject,
    text,
    date: createdAt,
    messageId,
    ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
  };
}

/** One mailbox, whatever letters it has: read as a list, `ann,smith@example.com` would be another person's. */
const mailbox = (address: string) => ({ name: '', address });

/** A mail program's own button for switching a kind of mail off: one POST, without a sign-in (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
