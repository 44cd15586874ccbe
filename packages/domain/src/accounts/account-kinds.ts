import { type AccountKind, AppError } from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import { type Affiliate, AffiliateModel } from './affiliate.model';
import { type Member, MemberModel } from './member.model';
import { type Staff, StaffModel } from './staff.model';

/** What the office searches and edits, by kind. */
export interface AccountDocuments {
  affiliate: Affiliate;
  staff: Staff;
  member: Member;
}
export type AccountDocument = AccountDocuments[AccountKind];

interface AccountKindInfo {
  // biome-ignore lint/suspicious/noExplicitAny: three models that are used alike
  model: Model<any, object, object, any>;
  /** The small integer that people search by. */
  idField: 'affID' | 'staffID' | 'memberID';
  /** The indexed key that a list by name goes by. */
  nameOrder: 'surnameKey' | 'usernameKey';
}

/** The three kinds, and where their searches differ. */
export const ACCOUNT_KIND_INFO: Record<AccountKind, AccountKindInfo> = {
  affiliate: { model: AffiliateModel, idField: 'affID', nameOrder: 'surnameKey' },
  staff: { model: StaffModel, idField: 'staffID', nameOrder: 'surnameKey' },
  member: { model: MemberModel, idField: 'memberID', nameOrder: 'usernameKey' },
};

/** One account; null if there is none. */
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
