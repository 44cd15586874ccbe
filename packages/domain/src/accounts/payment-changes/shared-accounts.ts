import { PAID_KINDS, type PaidKind, type SharedAccount } from '@partnerdesk/contracts';
import { accountsById, nameOfAccount } from '../account-kinds';
import type { AccountKeys } from './account-keys';

type Stored = AccountKeys & { firstName: string; lastName: string };
const FIELDS = ['firstName', 'lastName', 'achKey', 'payPalKey'] as const;

/** Everybody who is paid, with one of these keys. */
async function peopleWith(keys: readonly AccountKeys[]) {
  const unique = (list: string[]) => [...new Set(list.filter(Boolean))];
  const queries = [
    { achKey: { $in: unique(keys.map(({ achKey }) => achKey)) } },
    { payPalKey: { $in: unique(keys.map(({ payPalKey }) => payPalKey)) } },
  ].filter((query) => Object.values(query)[0]?.$in.length);
  const found = await Promise.all(
    queries.flatMap((where) =>
      PAID_KINDS.map(async (kind) => {
        const people = await accountsById<Stored>(kind, { where, fields: FIELDS });
        return [...people].map(([id, { achKey, payPalKey, ...names }]) => ({
          kind,
          id,
          name: nameOfAccount(names),
          achKey,
          payPalKey,
        }));
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
  return others.map((other) => ({
    kind: other.kind,
    id: other.id,
    name: other.name,
    same: keys.achKey && other.achKey === keys.achKey ? 'account' : 'payPalID',
  }));
}
