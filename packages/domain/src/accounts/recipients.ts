import type { Notice } from '@partnerdesk/contracts';
import { AffiliateModel } from './affiliate.model';

/** affID → email of those who want a kind of mail; nobody whose data is erased does. */
export async function emailsOf(affIDs: readonly number[], notice: Notice): Promise<Map<number, string>> {
  const wanted = { affID: { $in: [...affIDs] }, noticesOff: { $ne: notice }, erasingAt: { $exists: false } };
  const found = await AffiliateModel.find(wanted, { affID: 1, emailAddress: 1 }).lean();
  return new Map(found.map(({ affID, emailAddress }) => [affID, emailAddress]));
}
