import {
  accountSealOf,
  collectionOf,
  findAccountOrThrow,
  type PaymentChange,
  PaymentChangeModel,
  PayrollModel,
  SEALED_MODELS,
  type SealedKind,
  type Seals,
  sealedChange,
  sealsOf,
} from '@partnerdesk/domain';

/**
 * Seals every record and payment as it is stored, as if each person's last change had left the details as they are:
 * for what a test has written past the product.
 */
export async function sealAsStored(): Promise<void> {
  for (const [kind, { model, idField }] of Object.entries(SEALED_MODELS))
    for (const record of await collectionOf(model).find().toArray()) {
      const seals = sealsOf(kind as SealedKind, Number(record[idField]), record);
      await model.updateOne({ [idField]: record[idField] }, { $set: { seals } });
    }
  const changes = await PaymentChangeModel.find().sort({ at: 1, _id: 1 }).lean<PaymentChange[]>();
  const last = new Map(changes.map((change) => [`${change.kind}:${change.personID}`, change]));
  for (const { seal: _, ...change } of last.values()) {
    const { seals } = (await findAccountOrThrow(change.kind, change.personID)) as { seals?: Seals };
    const sealed = sealedChange({ ...change, payment: seals?.payment ?? '' });
    await PaymentChangeModel.collection.replaceOne({ _id: sealed._id as never }, sealed as never);
  }
  for (const payroll of await PayrollModel.find().lean())
    await PayrollModel.updateOne({ _id: payroll._id }, { $set: { accountSeal: accountSealOf(payroll) } });
}
