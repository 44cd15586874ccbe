import type { mongo } from 'mongoose';
import {
  type PaymentChange,
  PaymentChangeModel,
  provenChange,
  SEALED_MODELS,
  type SealedKind,
  sealedParts,
} from '../../accounts';
import { collectionOf, sealKeyID } from '../../platform';

type Document = mongo.BSON.Document;

/**
 * What decides who is paid what and where to, as it is in force, with its seals (docs/RULES.md, Proof "Seals"): account
 * numbers by keyed digests, under the key of the seal that they belong to.
 */
export async function* sealedRecords(): AsyncGenerator<Document> {
  for (const [kind, { model, idField }] of Object.entries(SEALED_MODELS)) {
    const stored = collectionOf(model)
      .find({})
      .sort({ [idField]: 1 });
    for await (const record of stored) {
      const id = Number(record[idField]);
      const parts = sealedParts(kind as SealedKind, id, record).map(([part, values]) => [
        part,
        values(sealKeyID(String(record.seals?.[part] ?? ''))),
      ]);
      const { commission, seals, erasedAt } = record;
      const shown = kind === 'affiliate' && { commission };
      yield { _id: `${kind}:${id}`, ...shown, parts: Object.fromEntries(parts), seals, erasedAt };
    }
  }
}

/** The history of payment details, without the details. */
export async function* paymentChanges(): AsyncGenerator<Document> {
  for await (const { seal, ...change } of PaymentChangeModel.find({})
    .sort({ _id: 1 })
    .lean<PaymentChange>()
    .cursor())
    yield { ...provenChange(change, sealKeyID(seal ?? '')), seal };
}
