import { ROLE, type SessionInfo } from '@partnerdesk/contracts';

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
  try {
    const copy = JSON.parse(localStorage.getItem(SESSION_COPY_KEY) ?? 'null');
    return typeof copy?.affRole === 'number' ? { ...copy, office: localStorage.getItem(OFFICE_KEY) } : null;
  } catch {
    return null;
  }
}

/** Keeps or, for null, removes the copy. */
export function writeSessionCopy(person: SessionInfo | null): void {
  try {
    if (person?.affRole === ROLE.admin) localStorage.setItem(OFFICE_KEY, person.emailAddress);
    else localStorage.removeItem(OFFICE_KEY);
    if (!person) {
      localStorage.removeItem(SESSION_COPY_KEY);
      return;
    }
    const { affID, affRole, affStatus, accountStatus, paymentInfoSet, trackID } = person;
    const copy: SessionCopy = { affID, affRole, affStatus, accountStatus, paymentInfoSet, trackID };
    localStorage.setItem(SESSION_COPY_KEY, JSON.stringify(copy));
  } catch {
    // Storage switched off or full: the copy is a convenience, the server's answer decides.
  }
}
