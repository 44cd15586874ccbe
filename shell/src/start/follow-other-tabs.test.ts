import { createAppStore, SESSION_COPY_KEY, setSession } from '@partnerdesk/web';
import { anAffiliate } from '@partnerdesk/web/testing';
import { followOtherTabs } from './follow-other-tabs';

const otherTabWrites = (value: unknown, key = SESSION_COPY_KEY) => {
  if (key === SESSION_COPY_KEY) localStorage.setItem(key, JSON.stringify(value));
  window.dispatchEvent(new StorageEvent('storage', { key }));
};

function signedInTab() {
  const store = createAppStore();
  store.dispatch(setSession(anAffiliate()));
  const restart = jest.fn();
  const leave = followOtherTabs(store, restart);
  return { restart, leave };
}

it.each([[null], [anAffiliate({ affID: 8 })]])('starts anew when another tab has become %j', (person) => {
  const { restart, leave } = signedInTab();
  otherTabWrites(person);
  expect(restart).toHaveBeenCalledTimes(1);
  leave();
});

it('stays when the same person has only saved something, or another key has changed', () => {
  const { restart, leave } = signedInTab();
  otherTabWrites(anAffiliate({ paymentInfoSet: false }));
  otherTabWrites('dark', 'pdesk-theme');
  expect(restart).not.toHaveBeenCalled();
  leave();
});
