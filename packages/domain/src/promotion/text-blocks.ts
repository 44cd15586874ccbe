import { AppError, TEXT_BLOCKS, type TextBlockName, type TextBlockRecord } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { type By, carriesAudit, deliverAudit, isDuplicateKey, withAudit } from '../platform';
import { DEFAULT_TEXTS } from './default-texts';

/** A text of the public pages that the office can change. */
const textBlockSchema = new Schema(
  {
    _id: { type: String, required: true },
    html: { type: String, required: true },
    updatedAt: { type: Date, required: true },
    version: Number,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'textBlocks' },
);

carriesAudit(textBlockSchema);

export type TextBlock = InferSchemaType<typeof textBlockSchema>;
export const TextBlockModel = model('TextBlock', textBlockSchema);

/** The HTML of a block as the office wrote it: sanitise it before showing it. */
export async function readTextBlock(name: TextBlockName): Promise<string> {
  const block = await TextBlockModel.findById(name).lean<TextBlock>();
  return block?.html ?? DEFAULT_TEXTS[name];
}

export async function listTextBlocks(): Promise<TextBlockRecord[]> {
  const stored = await TextBlockModel.find().lean<TextBlock[]>();
  return TEXT_BLOCKS.map((name) => {
    const block = stored.find(({ _id }) => _id === name);
    return { name, html: block?.html ?? DEFAULT_TEXTS[name], version: block?.version ?? 0 };
  });
}

/** @throws AppError conflict when somebody else has changed it since the editor read it; nothing is written then */
export async function saveTextBlock(
  { name, html, version }: TextBlockRecord,
  by: By,
): Promise<TextBlockRecord> {
  const before = await readTextBlock(name);
  const { matchedCount, upsertedCount } = await TextBlockModel.updateOne(
    { _id: name, version: version === 0 ? { $exists: false } : version },
    withAudit(
      { $set: { html, updatedAt: new Date() }, $inc: { version: 1 } },
      {
        ...by,
        action: 'text-block.updated',
        subject: { type: 'text-block', id: name },
        before: { html: before },
        after: { html },
      },
    ),
    { upsert: version === 0 },
  ).catch((error) => {
    if (isDuplicateKey(error)) return { matchedCount: 0, upsertedCount: 0 };
    throw error;
  });
  if (matchedCount + upsertedCount === 0)
    throw new AppError('conflict', 'Somebody else has changed this text meanwhile');
  await deliverAudit(TextBlockModel, { _id: name });
  return { name, html, version: version + 1 };
}
