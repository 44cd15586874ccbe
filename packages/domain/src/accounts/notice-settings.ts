import { NOTICES, type Notice, type PaidKind } from '@partnerdesk/contracts';
import type { NoticeRef } from '../platform';
import { AdministratorModel, AffiliateModel } from './account.models';
import { accountsById } from './account-kinds';

export async function readNotices(affID: number): Promise<Notice[]> {
  const found = await AffiliateModel.findOne({ affID }, { noticesOff: 1 }).lean();
  return NOTICES.filter((notice) => !found?.noticesOff.includes(notice));
}

export async function saveNotices(affID: number, on: readonly Notice[]): Promise<void> {
  const noticesOff = NOTICES.filter((notice) => !on.includes(notice));
  await AffiliateModel.updateOne({ affID }, { $set: { noticesOff } });
}

export async function readDigest(adminID: number): Promise<boolean> {
  return (await AdministratorModel.exists({ adminID, dailyDigest: true })) !== null;
}

export async function saveDigest(adminID: number, on: boolean): Promise<void> {
  await AdministratorModel.updateOne({ adminID }, { $set: { dailyDigest: on } });
}

export async function switchOff({ kind, id, notice }: NoticeRef): Promise<void> {
  if (kind === 'administrator') return saveDigest(id, false);
  await AffiliateModel.updateOne({ affID: id }, { $addToSet: { noticesOff: notice as Notice } });
}

/** Emails of those who want a kind of mail, by id: staff can't switch any off, and nobody whose data is erased wants one. */
export async function emailsOf(
  kind: PaidKind,
  ids: readonly number[],
  notice: Notice,
): Promise<Map<number, string>> {
  const where = { noticesOff: { $ne: notice }, erasingAt: { $exists: false } };
  const found = await accountsById<{ emailAddress: string }>(kind, { ids, where, fields: ['emailAddress'] });
  return new Map([...found].map(([id, { emailAddress }]) => [id, emailAddress]));
}
