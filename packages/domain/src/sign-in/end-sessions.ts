import { AppError } from '@partnerdesk/contracts';
import type { PersonRef } from '../accounts/access-changes';
import { AdministratorModel } from '../accounts/administrator.model';
import { AffiliateModel } from '../accounts/affiliate.model';
import { type By, deliverAudit, recording } from '../audit/audit';

/** Signs a person out everywhere. @returns the sessionVersion of sessions from now on @throws AppError not_found */
export async function endSessions({ kind, id }: PersonRef, by: By): Promise<number> {
  const change = recording(
    { $inc: { sessionVersion: 1 } },
    { ...by, action: 'sessions.ended', subject: { type: kind, id } },
  );
  const after = { returnDocument: 'after' } as const;
  const account =
    kind === 'administrator'
      ? await AdministratorModel.findOneAndUpdate({ adminID: id }, change, after).lean()
      : await AffiliateModel.findOneAndUpdate({ affID: id }, change, after).lean();
  if (!account) throw new AppError('not_found', 'There is no such account');
  await (kind === 'administrator'
    ? deliverAudit(AdministratorModel, { adminID: id })
    : deliverAudit(AffiliateModel, { affID: id }));
  return account.sessionVersion;
}
