import { ROLE } from '@partnerdesk/contracts';
import {
  type AppStore,
  OFFICE_KEY,
  readOfficeCopy,
  readSessionCopy,
  SESSION_COPY_KEY,
} from '@partnerdesk/web';

const KEYS: readonly (string | null)[] = [SESSION_COPY_KEY, OFFICE_KEY];

/**
 * Reloads the page when somebody has signed in or out in another tab, or since the browser cached this page. Otherwise
 * Back would show after a logout what was on the screen before.
 */
export function followOtherTabs(
  store: AppStore,
  restartPage: () => void = () => location.reload(),
): () => void {
  const compare = () => {
    const { person, known } = store.getState().session;
    const copy = readSessionCopy();
    const isOtherOffice = known && person?.affRole === ROLE.admin && person.emailAddress !== readOfficeCopy();
    if (person?.affID !== copy?.affID || person?.affRole !== copy?.affRole || isOtherOffice) restartPage();
  };
  const whenWritten = (event: StorageEvent) => KEYS.includes(event.key) && compare();
  const whenShownAgain = (event: PageTransitionEvent) => event.persisted && compare();
  window.addEventListener('storage', whenWritten);
  window.addEventListener('pageshow', whenShownAgain);
  return () => {
    window.removeEventListener('storage', whenWritten);
    window.removeEventListener('pageshow', whenShownAgain);
  };
}
