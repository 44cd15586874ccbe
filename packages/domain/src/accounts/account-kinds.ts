import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  type AccountKind,
  AppError,
  CLOSED_ACCOUNT_STATUS,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import type { AuditLine } from '../platform';
import {
  AdministratorModel,
  type Affiliate,
  AffiliateModel,
  type Member,
  MemberModel,
  type Staff,
  StaffModel,
} from './account.models';
import type { PersonRef } from './schema-plugins';
import type { SealedKind } from './seals';
import { nameKeysOf, nameSearchKeyOf } from './search-key';
import { CommissionGroupModel } from './terms';

// biome-ignore lint/suspicious/noExplicitAny: models that are used alike
type AlikeModel = Model<any, object, object, any>;

export type AccountDocuments = { affiliate: Affiliate; staff: Staff; member: Member };
export type AccountDocument = AccountDocuments[AccountKind];

interface AccountNames {
  /** The indexed key that a list by name goes by. */
  nameOrder: 'surnameKey' | 'usernameKey';
  nameFields: (firstName: string, lastName: string) => Record<string, string>;
}

const FULL_NAME: AccountNames = {
  nameOrder: 'surnameKey',
  nameFields: (firstName, lastName) => ({ firstName, lastName, ...nameKeysOf({ firstName, lastName }) }),
};
const USERNAME: AccountNames = {
  nameOrder: 'usernameKey',
  nameFields: (...names) => ({ username: names.join(' '), usernameKey: nameSearchKeyOf(names.join(' ')) }),
};

const infoOf = (kind: AccountKind, model: AlikeModel, names: AccountNames, closedStatus: number) => ({
  model,
  /** The small integer that people search by. */
  idField: ACCOUNT_KINDS[kind].id,
  ...names,
  closedStatus,
  /** Whether events name their people by the id. */
  inEvents: kind !== 'affiliate',
});

export const ACCOUNT_KIND_INFO: Record<AccountKind, ReturnType<typeof infoOf>> = {
  affiliate: infoOf('affiliate', AffiliateModel, FULL_NAME, CLOSED_ACCOUNT_STATUS),
  staff: infoOf('staff', StaffModel, FULL_NAME, STAFF_STATUS.rejected),
  member: infoOf('member', MemberModel, USERNAME, CLOSED_ACCOUNT_STATUS),
};

export const nameOfAccount = (account: object): string => {
  const { firstName = '', lastName = '', username } = account as Partial<Record<string, string>>;
  return username || `${firstName} ${lastName}`.trim();
};

interface AccountsQuery<Row> {
  ids?: readonly number[] | undefined;
  where?: object;
  /** Missing: all. */
  fields?: readonly (keyof Row & string)[];
  limit?: number;
}

/** Fields of accounts, by id: of those with these ids, or of all, as far as `where` finds them. */
export async function accountsById<Row extends object>(
  kind: AccountKind,
  { ids, where, fields, limit = 0 }: AccountsQuery<Row>,
): Promise<Map<number, Row>> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const read = fields && Object.fromEntries([idField, ...fields].map((name) => [name, 1]));
  const rows = await model
    .find({ ...(ids && { [idField]: { $in: ids } }), ...where }, { ...read, _id: 0 })
    .limit(limit)
    .lean<Record<string, unknown>[]>();
  return new Map(rows.map(({ [idField]: id, ...row }) => [Number(id), row as Row]));
}

export function findAccount<Kind extends AccountKind>(
  kind: Kind,
  id: number,
): Promise<AccountDocuments[Kind] | null> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  return model
    .findOne({ [idField]: id }, { _id: 0 })
    .lean<AccountDocuments[Kind]>()
    .exec();
}

/** @throws AppError not_found */
export async function findAccountOrThrow<Kind extends AccountKind>(
  kind: Kind,
  id: number,
): Promise<AccountDocuments[Kind]> {
  const account = await findAccount(kind, id);
  if (!account) throw new AppError('not_found', 'There is no such account');
  return account;
}

/** Whether somebody's data is erased, or is being erased. */
export async function isErased(kind: AccountKind, id: number): Promise<boolean> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  return (await model.exists({ [idField]: id, erasingAt: { $exists: true } })) !== null;
}

/** @throws AppError conflict for somebody whose data is erased, or is being erased: nothing comes to it any more */
export async function notErasedOrThrow(kind: AccountKind, id: number): Promise<void> {
  if (await isErased(kind, id))
    throw new AppError('conflict', 'This person’s data was erased: the record stays as it is');
}

export const SEALED_MODELS: Record<SealedKind, { model: AlikeModel; idField: string }> = {
  ...ACCOUNT_KIND_INFO,
  administrator: { model: AdministratorModel, idField: 'adminID' },
  commissionGroup: { model: CommissionGroupModel, idField: '_id' },
};

export function signInAccountOf({ kind, id }: PersonRef) {
  const { model, idField } = SEALED_MODELS[kind];
  return { model, query: { [idField]: id } };
}

/** What is raised to end every session and API key of somebody. */
export const endingAccess = ({ kind }: Pick<PersonRef, 'kind'>): Record<string, 1> =>
  kind === 'affiliate' ? { sessionVersion: 1, keysVersion: 1 } : { sessionVersion: 1 };

const NAME_FIELDS = { firstName: 1, lastName: 1, username: 1 } as const;

/** Names, as they are now, of the people that lines of the audit log are about, by `affiliate:12`. */
export async function subjectNames(
  lines: readonly Pick<AuditLine, 'subject'>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const type of [...ACCOUNT_KIND_NAMES, 'administrator'] as const) {
    const { model, idField } = SEALED_MODELS[type];
    const about = lines.flatMap(({ subject }) => (subject?.type === type ? Number(subject.id) : []));
    if (about.length === 0) continue;
    const query = { [idField]: { $in: [...new Set(about)] } };
    const found: Record<string, unknown>[] = await model.find(query, { ...NAME_FIELDS, [idField]: 1 }).lean();
    for (const account of found) names.set(`${type}:${account[idField]}`, nameOfAccount(account));
  }
  return names;
}
