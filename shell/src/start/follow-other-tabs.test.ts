import { createAppStore, setSession } from '@partnerdesk/web';
import { anAdmin, anAffiliate } from '@partnerdesk/web/testing';
import { followOtherTabs } from './follow-other-tabs';

const SESSION_COPY_KEY = 'pdesk';
const OFFICE_KEY = 'pdesk-office';

const otherTabWrites = (value: unknown, key = SESSION_COPY_KEY) => {
  if (key === SESSION_COPY_KEY) localStorage.setItem(key, JSON.stringify(value));
  window.dispatchEvent(new StorageEvent('storage', { key }));
};

function signedInTab() {
  const store = createAppStore();
  store.dispatch(setSession(anAffiliate()));
  const restart = jest.fn();
  const unsubscribe = followOtherTabs(store, restart);
  return { restart, unsubscribe };
}

it.each([[null], [anAffiliate({ affID: 8 })]])('reloads when another tab has become %j', (person) => {
  const { restart, unsubscribe } = signedInTab();
  otherTabWrites(person);
  expect(restart).toHaveBeenCalledTimes(1);
  unsubscribe();
});

/** The browser shows a page again that it has kept aside, as it was left. */
const comesBack = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('reloads when Back brings a page from before the logout', () => {
  const { restart, unsubscribe } = signedInTab();
  localStorage.removeItem(SESSION_COPY_KEY);
  comesBack(true);
  expect(restart).toHaveBeenCalledTimes(1);
  unsubscribe();
});

it('shows a kept page as it was while the person is the same', () => {
  const { restart, unsubscribe } = signedInTab();
  comesBack(true);
  comesBack(false);
  expect(restart).not.toHaveBeenCalled();
  unsubscribe();
});

it('reloads when another administrator signs in, by the other tab at once or as Back brings the page', () => {
  const store = createAppStore();
  store.dispatch(setSession(anAdmin()));
  const restart = jest.fn();
  const unsubscribe = followOtherTabs(store, restart);
  const kept = () => JSON.stringify(Object.entries(localStorage));
  const before = kept();
  comesBack(true);
  const other = createAppStore();
  other.dispatch(setSession(anAdmin()));
  window.dispatchEvent(new StorageEvent('storage', { key: OFFICE_KEY }));
  expect(restart).not.toHaveBeenCalled();
  other.dispatch(setSession({ ...anAdmin(), emailAddress: 'ben@example.com' }));
  // Browsers report what has changed alone.
  expect(kept()).not.toBe(before);
  window.dispatchEvent(new StorageEvent('storage', { key: OFFICE_KEY }));
  expect(restart).toHaveBeenCalledTimes(1);
  comesBack(true);
  expect(restart).toHaveBeenCalledTimes(2);
  unsubscribe();
});

it('stays when the same person has only saved something, or another key has changed', () => {
  const { restart, unsubscribe } = signedInTab();
  otherTabWrites(anAffiliate({ paymentInfoSet: false }));
  otherTabWrites('dark', 'pdesk-theme');
  expect(restart).not.toHaveBeenCalled();
  unsubscribe();
});
