import { type AppStore, readSessionCopy, SESSION_COPY_KEY } from '@partnerdesk/web';

/**
 * Reloads the page when somebody has signed in or out in another tab, or since the browser cached this page. Otherwise
 * Back would show after a logout what was on the screen before.
 */
export function followOtherTabs(
  store: AppStore,
  restartPage: () => void = () => location.reload(),
): () => void {
  const compare = () => {
    const person = store.getState().session.person;
    const copy = readSessionCopy();
    if (person?.affID !== copy?.affID || person?.affRole !== copy?.affRole) restartPage();
  };
  const whenWritten = (event: StorageEvent) => event.key === SESSION_COPY_KEY && compare();
  const whenShownAgain = (event: PageTransitionEvent) => event.persisted && compare();
  window.addEventListener('storage', whenWritten);
  window.addEventListener('pageshow', whenShownAgain);
  return () => {
    window.removeEventListener('storage', whenWritten);
    window.removeEventListener('pageshow', whenShownAgain);
  };
}
