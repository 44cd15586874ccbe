import { ACCOUNT_KIND_NAMES, type AccountKind } from '@partnerdesk/contracts';
import { ACCOUNT_KIND_INFO, type AccountDocument } from './account-kinds';
import { type AccountCriteria, planSearch } from './search-plan';
import { readStream } from './search-rows';

export interface FoundAccount {
  kind: AccountKind;
  account: AccountDocument;
}

/** A number is an id, with @ it is an email, else a name or an email. */
function readingsOf(text: string): AccountCriteria[] {
  if (/^\d{1,15}$/.test(text)) return [{ id: Number(text) }, { name: text }];
  if (text.includes('@')) return [{ email: text }];
  return [{ name: text }, { email: text }];
}

/** As the results name them: `member 12`, `Affiliates 3`. */
const KIND_AND_ID = new RegExp(`^(${ACCOUNT_KIND_NAMES.join('|')})s?\\s*#?\\s*(\\d{1,15})$`, 'i');

/** The first accounts whose id, name or email starts so, `limit` of each kind at most; a kind with an id also finds that one. */
export async function findAnyone(text: string, limit: number): Promise<FoundAccount[]> {
  const wanted = text.trim();
  if (!wanted) return [];
  const [, kindWord, id] = KIND_AND_ID.exec(wanted) ?? [];
  const readings = readingsOf(wanted);
  const found = await Promise.all(
    ACCOUNT_KIND_NAMES.map((kind) => {
      const isNamed = kind === kindWord?.toLowerCase();
      return findOfKind(kind, isNamed ? [{ id: Number(id) }, ...readings] : readings, limit);
    }),
  );
  return found.flat();
}

async function findOfKind(
  kind: AccountKind,
  readings: readonly AccountCriteria[],
  limit: number,
): Promise<FoundAccount[]> {
  const streams = readings.flatMap((criteria) => planSearch(kind, criteria).streams);
  const parts = await Promise.all(streams.map((stream) => readStream(kind, stream, limit)));
  const { idField } = ACCOUNT_KIND_INFO[kind];
  const byId = new Map(parts.flat().map((account) => [Reflect.get(account, idField), account]));
  return [...byId.values()].slice(0, limit).map((account) => ({ kind, account }));
}
