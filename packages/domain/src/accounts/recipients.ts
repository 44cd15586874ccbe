import type { Notice, PaidKind } from '@partnerdesk/contracts';
import { accountsById } from './account-kinds';

/** Emails of those who want a kind of mail, by id: staff can't switch any off; nobody whose data is erased wants one. */
export async function emailsOf(
  kind: PaidKind,
  ids: readonly number[],
  notice: Notice,
): Promise<Map<number, string>> {
  const where = { noticesOff: { $ne: notice }, erasingAt: { $exists: false } };
  const found = await accountsById<{ emailAddress: string }>(kind, { ids, where, fields: ['emailAddress'] });
  return new Map([...found].map(([id, { emailAddress }]) => [id, emailAddress]));
}
