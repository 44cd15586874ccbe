import { ROLE, type SessionInfo } from '@partnerdesk/contracts';
import { readJson, readStored, writeStored } from '../storage';

/** Key of the session's copy in local storage (docs/PRODUCT.md §3). */
export const SESSION_COPY_KEY = 'pdesk';
/** Key of the email of the administrator who is signed in: the copies of all of them are the same. */
const OFFICE_KEY = 'pdesk-office';

/** What of the session the browser keeps (docs/PRODUCT.md §3): it only chooses menus until the server has answered. */
export type SessionCopy = Pick<
  SessionInfo,
  'affID' | 'affRole' | 'affStatus' | 'accountStatus' | 'paymentInfoSet' | 'trackID'
>;

/**
 * The copy, or null if there is none, it is damaged, or the browser keeps nothing.
 * @returns `office`: the email of the administrator whose copy it is
 */
export function readSessionCopy(): (SessionCopy & { office: string | null }) | null {
  const copy = readJson(readStored(SESSION_COPY_KEY) ?? '') as SessionCopy | null | undefined;
  return typeof copy?.affRole === 'number' ? { ...copy, office: readStored(OFFICE_KEY) } : null;
}

/** Keeps or, for null, removes the copy. Without it all goes on: the server's answer decides. */
export function writeSessionCopy(person: SessionInfo | null): void {
  const isOffice = person?.affRole === ROLE.admin;
  if (!writeStored(OFFICE_KEY, isOffice ? person.emailAddress : null)) return;
  writeStored(SESSION_COPY_KEY, person && JSON.stringify(copyOf(person)));
}

const copyOf = (person: SessionInfo): SessionCopy => {
  const { affID, affRole, affStatus, accountStatus, paymentInfoSet, trackID } = person;
  return { affID, affRole, affStatus, accountStatus, paymentInfoSet, trackID };
};
