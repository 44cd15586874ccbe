import {
  accountSealOf,
  collectionOf,
  PayrollModel,
  SEALED_MODELS,
  type SealedKind,
  sealsOf,
} from '@partnerdesk/domain';

/** Seals every record and payment as it is stored, for what a test has written past the product. */
export async function sealAsStored(): Promise<void> {
  for (const [kind, { model, idField }] of Object.entries(SEALED_MODELS))
    for (const record of await collectionOf(model).find().toArray()) {
      const seals = sealsOf(kind as SealedKind, Number(record[idField]), record);
      await model.updateOne({ [idField]: record[idField] }, { $set: { seals } });
    }
  for (const payroll of await PayrollModel.find().lean())
    await PayrollModel.updateOne({ _id: payroll._id }, { $set: { accountSeal: accountSealOf(payroll) } });
}
