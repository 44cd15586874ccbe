import { AppError } from '@partnerdesk/contracts';
import { type PersonRef, signInAccountOf } from '../accounts';
import { type By, updateAudited } from '../platform';

/** Signs a person out everywhere. @returns the sessionVersion of sessions from now on @throws AppError not_found */
export async function endSessions(person: PersonRef, by: By): Promise<number> {
  const { model, query } = signInAccountOf(person);
  const entry = { ...by, action: 'sessions.ended', subject: { type: person.kind, id: person.id } } as const;
  const raised = { $inc: { sessionVersion: 1 } };
  const account = await updateAudited<{ sessionVersion: number }>(model, query, raised, entry);
  if (!account) throw new AppError('not_found', 'There is no such account');
  return account.sessionVersion;
}
