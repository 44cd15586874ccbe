import { type AppStore, readSessionCopy, SESSION_COPY_KEY } from '@partnerdesk/web';

/** Somebody signed in or out in another tab: this one starts anew, as the person it is now. */
export function followOtherTabs(
  store: AppStore,
  restartPage: () => void = () => location.reload(),
): () => void {
  const compare = (event: StorageEvent) => {
    if (event.key !== SESSION_COPY_KEY) return;
    const person = store.getState().session.person;
    const copy = readSessionCopy();
    if (person?.affID !== copy?.affID || person?.affRole !== copy?.affRole) restartPage();
  };
  window.addEventListener('storage', compare);
  return () => window.removeEventListener('storage', compare);
}
