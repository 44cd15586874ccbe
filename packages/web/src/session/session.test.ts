import { createAppStore } from '../store/create-app-store';
import { patchSession, readSessionCopy, SESSION_COPY_KEY, setSession } from '../store/session.slice';
import { anAffiliate } from '../testing/people';

beforeEach(() => localStorage.clear());

it('keeps exactly the fields of the specification in local storage', () => {
  createAppStore().dispatch(setSession(anAffiliate({ accountStatus: 0, paymentInfoSet: false })));
  expect(JSON.parse(localStorage.getItem(SESSION_COPY_KEY) ?? '')).toEqual({
    affID: 7,
    affRole: 1,
    affStatus: 1,
    accountStatus: 0,
    paymentInfoSet: false,
    trackID: 'k3XrT9aQ',
  });
});

it('chooses menus by the copy until the server has answered', () => {
  createAppStore().dispatch(setSession(anAffiliate()));
  expect(createAppStore().getState().session).toMatchObject({ known: false, person: { affRole: 1 } });
});

it('drops the copy when the server says that nobody is signed in', () => {
  createAppStore().dispatch(setSession(anAffiliate()));
  const store = createAppStore();
  store.dispatch(setSession(null));
  expect(readSessionCopy()).toBeNull();
  expect(store.getState().session.person).toBeNull();
});

it('does not write the copy before the server has answered', () => {
  localStorage.setItem(SESSION_COPY_KEY, '{"affRole":1}');
  createAppStore().dispatch(patchSession({ paymentInfoSet: true }));
  expect(localStorage.getItem(SESSION_COPY_KEY)).toBe('{"affRole":1}');
});

it.each(['{', '"x"', '{"affRole":"99"}', 'null'])('ignores a damaged copy: %s', (text) => {
  localStorage.setItem(SESSION_COPY_KEY, text);
  expect(readSessionCopy()).toBeNull();
});
