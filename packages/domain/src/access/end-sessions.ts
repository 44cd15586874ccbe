import { AppError } from '@partnerdesk/contracts';
import { deliverAuditOf, type PersonRef, signInAccountOf } from '../accounts';
import { type By, withAudit } from '../platform';

/** Signs a person out everywhere. @returns the sessionVersion of sessions from now on @throws AppError not_found */
export async function endSessions(person: PersonRef, by: By): Promise<number> {
  const { kind, id } = person;
  const change = withAudit(
    { $inc: { sessionVersion: 1 } },
    { ...by, action: 'sessions.ended', subject: { type: kind, id } },
  );
  const { model, query } = signInAccountOf(person);
  const account = await model
    .findOneAndUpdate(query, change, { returnDocument: 'after' })
    .lean<{ sessionVersion: number }>();
  if (!account) throw new AppError('not_found', 'There is no such account');
  await deliverAuditOf(person);
  return account.sessionVersion;
}
