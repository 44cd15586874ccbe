import type { PaidKind } from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import { AffiliateModel } from '../affiliate.model';
import type { PaymentFields } from '../payment-fields';
import { StaffModel } from '../staff.model';
import { type AccountKeys, accountKeyPrefix, keysOfAccount } from './account-keys';

type Row = PaymentFields & AccountKeys & { affID?: number; staffID?: number; version: number };

const FIELDS = {
  _id: 0,
  affID: 1,
  staffID: 1,
  version: 1,
  achRoutingNumber: 1,
  achAccountNumberEncrypted: 1,
  payPalUserName: 1,
  achKey: 1,
  payPalKey: 1,
} as const;

/**
 * Hashes accounts that are not hashed under the first field key: it has changed since.
 * Keys change with a restart only, so a worker does it when it starts. Safe to repeat.
 * @param signal ends it after the present account
 * @returns how many
 */
export async function rehashAccounts(signal?: AbortSignal): Promise<number> {
  const affiliates = await rehash('affiliate', AffiliateModel as never, signal);
  return affiliates + (await rehash('staff', StaffModel as never, signal));
}

async function rehash(kind: PaidKind, model: Model<Row>, signal?: AbortSignal): Promise<number> {
  const prefix = accountKeyPrefix();
  const isOld = (value: string, key: string) => value !== '' && !key.startsWith(prefix);
  let hashed = 0;
  for await (const row of model.find({}, FIELDS).lean<Row[]>().cursor({ batchSize: 1000 })) {
    if (signal?.aborted) break;
    const { affID, staffID, version, achAccountNumberEncrypted, payPalUserName, achKey, payPalKey } =
      row as unknown as Row;
    if (!isOld(achAccountNumberEncrypted, achKey) && !isOld(payPalUserName.trim(), payPalKey)) continue;
    const id = affID ?? staffID ?? 0;
    // A save meanwhile has hashed it.
    const same = affID === undefined ? { staffID: id, version } : { affID: id, version };
    const keys = keysOfAccount(kind, id, row as unknown as Row);
    await model.updateOne(same as never, { $set: keys } as never);
    hashed += 1;
  }
  return hashed;
}
