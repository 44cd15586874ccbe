import { type ChangeNotice, ChangeNoticeModel, idOfNotice } from '../accounts/change-notices';
import { type By, SYSTEM_ACTOR } from '../audit/audit';
import { endSessions } from './end-sessions';

/** "This wasn't me": ends every session of the account. @returns whether the token was good; it works once */
export async function denyChange(token: string, origin: Omit<By, 'actor'>): Promise<boolean> {
  const notice = await ChangeNoticeModel.findOneAndDelete({ _id: idOfNotice(token) }).lean<ChangeNotice>();
  if (!notice || notice.expiresAt.getTime() <= Date.now()) return false;
  await endSessions(notice, { ...origin, actor: SYSTEM_ACTOR });
  return true;
}
