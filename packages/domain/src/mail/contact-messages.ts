import { randomUUID } from 'node:crypto';
import { mailOf, plainModel, storeMail } from '../platform';

const KEPT_S = 730 * 86_400;

/** `affID` is 0 for a visitor or an administrator. */
type NewContactMessage = { affID: number; emailAddress: string; subject: string; message: string };

/** Kept for two years, whatever becomes of the mail. */
interface ContactMessage extends NewContactMessage {
  _id: string;
  createdAt: Date;
  mailID: string;
}
export const ContactMessageModel = plainModel<ContactMessage>('ContactMessage', 'contactMessages', String, [
  [{ createdAt: 1 }, { expireAfterSeconds: KEPT_S }],
  // Somebody's messages, for what is exported and erased of them.
  [{ affID: 1 }],
  [{ emailAddress: 1 }],
]);

/** @param adminID of the administrator who wrote it, 0 for anybody else @returns id of the mail to the office */
export async function saveContactMessage(
  message: NewContactMessage,
  office: string,
  adminID = 0,
): Promise<string> {
  const other = adminID ? `administrator ${adminID}` : 'a visitor';
  const from = message.affID ? `affiliate ${message.affID}` : other;
  const { affID, emailAddress: replyTo } = message;
  const whose = affID ? ({ kind: 'affiliate', id: affID } as const) : undefined;
  const mailID = await storeMail(mailOf('contact', { to: office, replyTo, whose }, { ...message, from }));
  await ContactMessageModel.create({ ...message, _id: randomUUID(), createdAt: new Date(), mailID });
  return mailID;
}
