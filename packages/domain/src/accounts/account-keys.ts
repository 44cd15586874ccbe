import { createHmac } from 'node:crypto';
import { PAID_KINDS, type PaidKind, type SharedAccount } from '@partnerdesk/contracts';
import { derivedKey } from '../platform';
import { ACCOUNT_KIND_INFO, accountsById, nameOfAccount } from './account-kinds';
import { clearNumber, numberContext } from './hidden-numbers';
import type { PaymentFields, PaymentInput } from './payment-fields';

/** Keyed hashes by which payees with the same account are found; empty where nothing is entered. */
export type AccountKeys = Record<'achKey' | 'payPalKey', string>;

type AccountNumbers = Pick<PaymentInput, 'achRoutingNumber' | 'achAccountNumber' | 'payPalUserName'>;

const hashKey = () => derivedKey('account comparison');
const ABC = /[^\dA-Z]/g;

/** Without the field key no account number can be tried against a hash. */
export function accountKeysOf({
  achRoutingNumber,
  achAccountNumber,
  payPalUserName,
}: AccountNumbers): AccountKeys {
  const { id, key } = hashKey();
  const hash = (text: string) => `${id}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  const account = achAccountNumber.toUpperCase().replaceAll(ABC, '');
  const payPal = payPalUserName.trim().toLowerCase();
  return {
    achKey: account && hash(`ach:${achRoutingNumber.trim()}:${account}`),
    payPalKey: payPal && hash(`paypal:${payPal}`),
  };
}

export function keysOfAccount(kind: PaidKind, personID: number, fields: PaymentFields) {
  const context = numberContext(kind, personID, 'achAccountNumber');
  // Under a key that is lost it can be neither paid nor compared.
  const achAccountNumber = clearNumber(fields.achAccountNumberEncrypted, context) ?? '';
  return accountKeysOf({ ...fields, achAccountNumber });
}

type Stored = AccountKeys & { firstName: string; lastName: string };
const FIELDS = ['firstName', 'lastName', 'achKey', 'payPalKey'] as const;

async function peopleWith(keys: readonly AccountKeys[]) {
  const queries = (['achKey', 'payPalKey'] as const).flatMap((field) => {
    const values = keys.map((each) => each[field]).filter(Boolean);
    return values.length > 0 ? [{ [field]: { $in: [...new Set(values)] } }] : [];
  });
  const found = await Promise.all(
    queries.flatMap((where) =>
      PAID_KINDS.map(async (kind) => {
        const people = await accountsById<Stored>(kind, { where, fields: FIELDS });
        return [...people].map(([id, person]) => ({ ...person, kind, id, name: nameOfAccount(person) }));
      }),
    ),
  );
  const byPayee = new Map(found.flat().map((person) => [`${person.kind}:${person.id}`, person]));
  return [...byPayee.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id);
}

/** Those of these keys that more than one person has. */
export async function sharedKeys(keys: readonly AccountKeys[]): Promise<ReadonlySet<string>> {
  const counts = new Map<string, number>();
  for (const { achKey, payPalKey } of await peopleWith(keys)) {
    for (const key of [achKey, payPalKey]) if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([key]) => key));
}

/** Who else is paid to the same account or PayPal id. */
export async function sharedAccounts(
  kind: PaidKind,
  id: number,
  keys: AccountKeys,
): Promise<SharedAccount[]> {
  const others = (await peopleWith([keys])).filter((each) => each.kind !== kind || each.id !== id);
  return others.map(({ kind, id, name, achKey }) => {
    return { kind, id, name, same: keys.achKey && achKey === keys.achKey ? 'account' : 'payPalID' };
  });
}

type Row = PaymentFields & AccountKeys & { version: number };

const HASHED = {
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
  const prefix = `${hashKey().id}.`;
  const isOld = (value: string, key: string) => value !== '' && !key.startsWith(prefix);
  let hashed = 0;
  for (const kind of PAID_KINDS) {
    const { model, idField } = ACCOUNT_KIND_INFO[kind];
    const all = model.find({}, { ...HASHED, [idField]: 1 }).lean<Row & Record<typeof idField, number>>();
    for await (const row of all.cursor({ batchSize: 1000 })) {
      if (signal?.aborted) return hashed;
      const { [idField]: id, version, achAccountNumberEncrypted, payPalUserName, achKey, payPalKey } = row;
      if (!isOld(achAccountNumberEncrypted, achKey) && !isOld(payPalUserName.trim(), payPalKey)) continue;
      // A save meanwhile has hashed it.
      await model.updateOne({ [idField]: id, version }, { $set: keysOfAccount(kind, id, row) });
      hashed += 1;
    }
  }
  return hashed;
}
