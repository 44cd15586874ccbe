import { randomUUID } from 'node:crypto';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { mailOf, storeMail } from '../platform';

const KEPT_S = 730 * 86_400;

/** A message of the contact form: kept for two years, whatever becomes of the mail that carries it. */
const contactMessageSchema = new Schema(
  {
    _id: { type: String, required: true },
    /** 0: a visitor. */
    affID: { type: Number, required: true },
    emailAddress: { type: String, required: true },
    subject: { type: String, required: true },
    message: { type: String, required: true },
    createdAt: { type: Date, required: true },
    mailID: { type: String, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'contactMessages' },
)
  .index({ createdAt: 1 }, { expireAfterSeconds: KEPT_S })
  // Somebody's messages, for what is exported and erased of them.
  .index({ affID: 1 })
  .index({ emailAddress: 1 });

export type StoredContactMessage = InferSchemaType<typeof contactMessageSchema>;
export const ContactMessageModel = model('ContactMessage', contactMessageSchema);

export interface NewContactMessage {
  affID: number;
  emailAddress: string;
  subject: string;
  message: string;
}

/**
 * Keeps a message and stores its mail to the office.
 * @param adminID of the administrator who wrote it, 0 for anybody else
 * @returns mailID
 */
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
