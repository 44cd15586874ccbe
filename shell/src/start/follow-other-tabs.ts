import { type AppStore, readSessionCopy } from '@partnerdesk/web';

/** Reloads the page when somebody signed in or out elsewhere: Back would show after a logout what was on the screen. */
export function followOtherTabs(
  store: AppStore,
  restartPage: () => void = () => location.reload(),
): () => void {
  const compare = () => {
    const { person, known } = store.getState().session;
    const copy = readSessionCopy();
    const isOtherOffice = known && copy?.office && copy.office !== person?.emailAddress;
    if (person?.affID !== copy?.affID || person?.affRole !== copy?.affRole || isOtherOffice) restartPage();
  };
  const whenShownAgain = (event: PageTransitionEvent) => event.persisted && compare();
  addEventListener('storage', compare);
  addEventListener('pageshow', whenShownAgain);
  return () => {
    removeEventListener('storage', compare);
    removeEventListener('pageshow', whenShownAgain);
  };
}
