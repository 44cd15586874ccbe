import { PAID_KINDS, type PaidKind } from '@partnerdesk/contracts';
import { ACCOUNT_KIND_INFO } from '../account-kinds';
import type { PaymentFields } from '../payment-fields';
import { type AccountKeys, accountKeyPrefix, keysOfAccount } from './account-keys';

type Row = PaymentFields & AccountKeys & { version: number };

const FIELDS = {
  _id: 0,
  version: 1,
  achRoutingNumber: 1,
  achAccountNumberEncrypted: 1,
  payPalUserName: 1,
  achKey: 1,
  payPalKey: 1,
} as const;

/**
 * Hashes accounts again that were hashed under an earlier field key. Keys change with a restart only, so a worker does it
 * when it starts. Safe to repeat. @param signal ends it after the present account @returns how many
 */
export async function rehashAccounts(signal?: AbortSignal): Promise<number> {
  let hashed = 0;
  for (const kind of PAID_KINDS) hashed += await rehash(kind, signal);
  return hashed;
}

async function rehash(kind: PaidKind, signal?: AbortSignal): Promise<number> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const prefix = accountKeyPrefix();
  const isOld = (value: string, key: string) => value !== '' && !key.startsWith(prefix);
  let hashed = 0;
  const all = model.find({}, { ...FIELDS, [idField]: 1 }).lean<Row & Record<typeof idField, number>>();
  for await (const row of all.cursor({ batchSize: 1000 })) {
    if (signal?.aborted) break;
    const { [idField]: id, version, achAccountNumberEncrypted, payPalUserName, achKey, payPalKey } = row;
    if (!isOld(achAccountNumberEncrypted, achKey) && !isOld(payPalUserName.trim(), payPalKey)) continue;
    // A save meanwhile has hashed it.
    await model.updateOne({ [idField]: id, version }, { $set: keysOfAccount(kind, id, row) });
    hashed += 1;
  }
  return hashed;
}
