import type { TextBlockName } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { type AuditEntry, writeAudit } from '../audit/audit';
import { DEFAULT_TEXTS } from './default-texts';

/** A text of the public pages that the office can change. */
const textBlockSchema = new Schema(
  {
    _id: { type: String, required: true },
    html: { type: String, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'textBlocks' },
);

export type TextBlock = InferSchemaType<typeof textBlockSchema>;
export const TextBlockModel = model('TextBlock', textBlockSchema);

/** The HTML of a block as the office wrote it: whoever shows it has to sanitise it. */
export async function readTextBlock(name: TextBlockName): Promise<string> {
  const block = await TextBlockModel.findById(name).lean<TextBlock>();
  return block?.html ?? DEFAULT_TEXTS[name];
}

/** Changes a block. */
export async function saveTextBlock(
  name: TextBlockName,
  html: string,
  by: Pick<AuditEntry, 'actor' | 'requestId' | 'address'>,
): Promise<void> {
  const before = await readTextBlock(name);
  await TextBlockModel.updateOne({ _id: name }, { $set: { html, updatedAt: new Date() } }, { upsert: true });
  await writeAudit({
    ...by,
    action: 'text-block.updated',
    subject: { type: 'text-block', id: name },
    before: { html: before },
    after: { html },
  });
}
