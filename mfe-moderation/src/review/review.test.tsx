/* One screen in its two forms, and how its list and its open item go together: the tests share the server that they play against. */

import type { ProfileForReview, StaffForReview } from '@partnerdesk/contracts';
import {
  anAdmin,
  expectAccessible,
  FakeEventSource,
  type FakeRoutes,
  failure,
  renderApp,
} from '@partnerdesk/web/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ProfilesScreen } from '../profiles/profiles-screen';
import { StaffScreen } from '../staff/staff-screen';
import { aDecision, pictureRoutes } from '../testing';

const profile = (profileID: number): ProfileForReview => ({
  staffID: 7,
  profileID,
  profileName: `Ann ${profileID}`,
  photo: 'ann.jpg',
  tagLine: 'Hello',
  description: 'Long walks',
  isGood: false,
  review: 0,
  dateCreated: '2026-11-20T12:00:00Z',
});
const staff: StaffForReview = {
  staffID: 31,
  firstName: 'Sam',
  lastName: 'Price',
  address1: '1 Main St',
  address2: 'Apt 2',
  photo: '',
  review: 4,
  dateCreated: '2026-11-20T12:00:00Z',
};

function openProfiles(profiles: ProfileForReview[], api: FakeRoutes = {}, path = '/approve-profiles') {
  return renderApp(<ProfilesScreen />, {
    path,
    person: anAdmin(['moderation']),
    api: {
      ...pictureRoutes([]),
      'GET /profiles-for-review': () => profiles,
      'POST /update-profile-status': () => ({ kind: 'profile', id: 1, status: 1, review: 1 }),
      ...api,
    },
  });
}

const fact = (label: string) => screen.getByText(label).nextElementSibling;

it('lists pending profile ids, each with view; opened it shows the profile', async () => {
  const { user, container } = openProfiles([profile(1), profile(2)]);
  await user.click(await screen.findByRole('button', { name: 'view 2' }));
  expect(
    ['StaffID', 'ProfileID', 'ProfileName', 'TagLine', 'Description'].map(
      (label) => fact(label)?.textContent,
    ),
  ).toEqual(['7', '2', 'Ann 2', 'Hello', 'Long walks']);
  expect(within(fact('Photo') as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/images/operators/ann.jpg',
  );
  expect(screen.getByRole('checkbox', { name: 'Good' })).not.toBeChecked();
  await expectAccessible(container);
});

it('shows which one is open in a long list, wherever J leads', async () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown.push(this.querySelector('strong')?.textContent ?? '');
  };
  const { user } = openProfiles([profile(1), profile(2)]);
  await screen.findByRole('button', { name: 'view 1' });
  await user.keyboard('jj');
  expect(shown).toEqual(['Ann 1', 'Ann 2']);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

it('sends Good along, and the profile is gone after success only', async () => {
  const { user, calls } = openProfiles([profile(1), profile(2)]);
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
  await user.keyboard('da');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'view 1' })).not.toBeInTheDocument());
  expect(calls.find(({ route }) => route === 'POST /update-profile-status')?.body).toEqual({
    profileID: 1,
    review: 0,
    status: 1,
    isGood: true,
  });
  // The next one is open, and not Good because the one before was.
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('2'));
  expect(screen.getByRole('checkbox', { name: 'Good' })).not.toBeChecked();
});

it('a profile that the address or Undo opens is as good as it was, not as the one before', async () => {
  const good = { ...profile(2), isGood: true };
  const { user, calls } = openProfiles(
    [profile(1), good],
    {
      'GET /moderation-decisions': () => [aDecision({ kind: 'profile', id: 2, from: 0, to: 1 })],
      'POST /undo-decision': () => ({ kind: 'profile', id: 2, status: 0, review: 2, others: [] }),
    },
    '/approve-profiles?id=2',
  );
  await screen.findByRole('button', { name: 'view 2' });
  expect(screen.getByRole('checkbox', { name: 'Good' })).toBeChecked();
  await user.keyboard('a');
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
  expect(screen.getByRole('checkbox', { name: 'Good' })).not.toBeChecked();
  await user.keyboard('u');
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('2'));
  expect(screen.getByRole('checkbox', { name: 'Good' })).toBeChecked();
  expect(calls.find(({ route }) => route === 'POST /update-profile-status')?.body).toMatchObject({
    profileID: 2,
    isGood: true,
  });
});

it('the second click of a double click does not approve the next', async () => {
  const { user, calls } = openProfiles([profile(1), profile(2)]);
  await user.click(await screen.findByRole('button', { name: 'view 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }), { detail: 1 });
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('2'));
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }), { detail: 2 });
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await user.click(await screen.findByRole('button', { name: /Without a reason/ }));
  expect(await screen.findByText('No profiles awaiting approval')).toBeInTheDocument();
  const sent = calls.filter(({ route }) => route === 'POST /update-profile-status').map(({ body }) => body);
  expect(sent).toMatchObject([
    { profileID: 1, status: 1 },
    { profileID: 2, status: 2 },
  ]);
});

it('the second click of a double click on Reject gives no reason', async () => {
  const { user, calls } = openProfiles([profile(1)], {
    'GET /rejection-reasons': () => ['Not a person', 'Possibly under age'],
  });
  await user.click(await screen.findByRole('button', { name: 'view 1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }), { detail: 1 });
  const twice = async (name: RegExp) =>
    fireEvent.click(await screen.findByRole('button', { name }), { detail: 2 });
  await twice(/Not a person/);
  await twice(/Possibly under age/);
  await twice(/Without a reason/);
  await twice(/Cancel/);
  await user.click(screen.getByRole('button', { name: /Possibly under age/ }));
  await twice(/Reject, leave the account open/);
  expect(calls.some(({ route }) => route === 'POST /update-profile-status')).toBe(false);
  await user.click(screen.getByRole('button', { name: /Reject, leave the account open/ }));
  expect(await screen.findByText('No profiles awaiting approval')).toBeInTheDocument();
});

it('a refused decision says why, and the profile stays', async () => {
  const { user } = openProfiles([profile(1)], {
    'POST /update-profile-status': () =>
      failure(409, 'conflict', undefined, 'ben@example.com has this item open'),
  });
  await screen.findByRole('button', { name: 'view 1' });
  await user.keyboard('ja');
  expect(await screen.findByText('Ann 1 (1): ben@example.com has this item open')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'view 1' })).toBeInTheDocument();
});

it('where list and profile take turns, the focus goes to the profile and back to its place in the list', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const { user } = openProfiles([profile(1), profile(2)]);
  const view = await screen.findByRole('button', { name: 'view 2' });
  scrollTo.mockClear();
  await user.click(view);
  expect(screen.getByRole('region', { name: 'profile 2' })).toHaveFocus();
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  await user.click(screen.getByRole('button', { name: 'List' }));
  expect(screen.getByRole('button', { name: 'view 2' })).toHaveFocus();
  expect(scrollTo).toHaveBeenCalledTimes(1);
  scrollTo.mockRestore();
  Reflect.deleteProperty(window, 'matchMedia');
});

it('keeps the list that it cannot read again: nobody decides on what they do not see', async () => {
  let isDown = false;
  const { user, calls } = openProfiles([profile(1)], {
    'GET /profiles-for-review': () => (isDown ? failure(500, 'internal') : [profile(1)]),
    'POST /undo-decision': () => failure(500, 'internal'),
  });
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
  isDown = true;
  await user.keyboard('u');
  const asked = () => calls.filter(({ route }) => route === 'GET /profiles-for-review').length;
  await waitFor(() => expect(asked()).toBeGreaterThan(1));
  await screen.findAllByText(/Error occured/);
  expect(screen.queryByText('The profiles could not be loaded.')).not.toBeInTheDocument();
  expect(fact('ProfileID')).toHaveTextContent('1');
});

it('says when what is opened was judged since the list was read', async () => {
  const { user } = openProfiles([profile(1)], {
    'POST /claim-item': () => ({
      kind: 'profile',
      id: 1,
      status: 2,
      review: 1,
      claim: null,
      history: [],
      near: [],
    }),
  });
  await screen.findByRole('button', { name: 'view 1' });
  await user.keyboard('j');
  expect(await screen.findByText(/^It was judged meanwhile: Rejected/)).toBeInTheDocument();
});

it('a failure on the way is the general alert, with the name of what was decided', async () => {
  const { user } = openProfiles([profile(1)], { 'POST /update-profile-status': () => failure(500) });
  await screen.findByRole('button', { name: 'view 1' });
  await user.keyboard('ja');
  expect(await screen.findByText('Ann 1 (1): Error occured. Please try again later')).toBeInTheDocument();
});

it('undo brings a profile back to the list', async () => {
  const { user } = openProfiles([profile(1)], {
    'GET /moderation-decisions': () => [aDecision({ kind: 'profile', id: 1, name: 'Ann 1' })],
    'POST /undo-decision': () => ({ kind: 'profile', id: 1, status: 0, review: 2, others: [] }),
  });
  await screen.findByRole('button', { name: 'view 1' });
  await user.keyboard('ja');
  expect(await screen.findByText('No profiles awaiting approval')).toBeInTheDocument();
  expect(await screen.findByText('Ann 1 (1) approved')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: profile 1 is Pending again')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'view 1' })).toBeInTheDocument();
});

it('a profile that waits again since it was decided here is listed again, once the list is read', async () => {
  const profiles = [profile(1), profile(2), profile(3)];
  const { user } = openProfiles(profiles, {
    'POST /update-profile-status': ({ body }) =>
      (body as { profileID: number }).profileID === 1
        ? { kind: 'profile', id: 1, status: 1, review: 1 }
        : failure(409, 'conflict'),
  });
  await screen.findByRole('region', { name: 'profile 1' });
  await user.keyboard('a');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'view 1' })).not.toBeInTheDocument());
  // Undone from another tab; a decision that is refused has the list read again.
  profiles[0] = { ...profile(1), review: 2 };
  await user.keyboard('a');
  expect(await screen.findByRole('button', { name: 'view 1' })).toBeInTheDocument();
});

it('lists name, thumbnail and age beside the id', async () => {
  const dateCreated = new Date(Date.now() - 3 * 3_600_000).toISOString();
  openProfiles([{ ...profile(1), dateCreated }]);
  const item = await screen.findByRole('listitem');
  expect(item).toHaveTextContent('Ann 1#1 · 3 h');
  expect(item.querySelector('img')).toHaveAttribute('src', '/images/operators/thumbs/ann.jpg');
});

it('who else has an item open is in its line, whole as its title where the line is cut', async () => {
  const by = 'somebody.with.a.long.name@example.com';
  const claim = { by, until: new Date(Date.now() + 60_000).toISOString(), mine: false };
  openProfiles([{ ...profile(1), dateCreated: new Date().toISOString(), claim }]);
  const line = await screen.findByText(/· open: /);
  expect(line).toHaveTextContent(`open: ${by}`);
  expect(line).toHaveAttribute('title', line.textContent);
});

it('shows live who else looks at a profile, in the list and beside its name, and the tray as pictures do', async () => {
  FakeEventSource.install();
  try {
    const { user } = openProfiles([profile(1), profile(2)], {
      'GET /moderation-decisions': () => [aDecision({ id: 9, type: 3 })],
    });
    await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
    const looks = [1, 2].map((id) => ({ kind: 'profile', id, by: 'ben@example.com' }));
    act(() =>
      FakeEventSource.made
        .at(-1)
        ?.send('looking', { looks: [...looks, { ...looks[0], by: 'kim@example.com' }] }),
    );
    expect(screen.getByText('ben@example.com and kim@example.com are looking at it')).toBeInTheDocument();
    const [, second] = screen.getAllByRole('listitem');
    expect(second).toHaveTextContent('open: ben@example.com');
    await user.keyboard('t');
    expect(screen.getByRole('button', { name: 'Undo: Photo 9 approved' })).toHaveFocus();
  } finally {
    Object.assign(globalThis, { EventSource: undefined });
  }
});

it('an empty list says so', async () => {
  openProfiles([]);
  expect(await screen.findByText('No profiles awaiting approval')).toBeInTheDocument();
});

describe('staff', () => {
  const openStaff = (
    applications: StaffForReview[],
    answer: unknown = { kind: 'staff', id: 31, status: 10, review: 5 },
  ) =>
    renderApp(<StaffScreen />, {
      person: anAdmin(['moderation']),
      api: {
        ...pictureRoutes([]),
        'GET /staff-for-review': () => applications,
        'POST /update-staff-status': () => answer,
        'GET /rejection-reasons': () => ['Not a person', 'Possibly under age', 'Not readable'],
      },
    });

  it('shows name and address, a photo only if there is one, and rejects with 10', async () => {
    const { user, calls } = openStaff([staff]);
    await user.click(await screen.findByRole('button', { name: 'view 31' }));
    const labels = ['StaffID', 'First name', 'Last name', 'Address line 1', 'Address line 2'];
    expect(labels.map((label) => fact(label)?.textContent)).toEqual([
      '31',
      'Sam',
      'Price',
      '1 Main St',
      'Apt 2',
    ]);
    expect(screen.queryByText('Photo')).not.toBeInTheDocument();
    await user.keyboard('r');
    await screen.findByRole('button', { name: /Not a person/ });
    const reasons = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      '1 Not a person',
      '3 Not readable',
      '0 Without a reason',
      '2 Possibly under age',
      'Cancel',
    ]);
    await user.keyboard('0');
    expect(await screen.findByText('No staff awaiting approval')).toBeInTheDocument();
    expect(calls.find(({ route }) => route === 'POST /update-staff-status')?.body).toEqual({
      staffID: 31,
      review: 4,
      status: 10,
    });
  });

  it('lists an application that has the fields of the specification alone, and takes true for success', async () => {
    const { review, dateCreated, photo, ...plain } = staff;
    const { user } = openStaff([plain as StaffForReview], true);
    await user.click(await screen.findByRole('button', { name: 'view 31' }));
    await user.keyboard('a');
    expect(await screen.findByText('No staff awaiting approval')).toBeInTheDocument();
  });

  it('an empty list says so', async () => {
    openStaff([]);
    expect(await screen.findByText('No staff awaiting approval')).toBeInTheDocument();
  });
});

it('opens with the first one that is free, and closed stays closed', async () => {
  const held = { by: 'kim', until: new Date(Date.now() + 60_000).toISOString(), mine: false };
  const { user } = openProfiles([{ ...profile(4), claim: held }, profile(5)]);
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('5'));
  await user.keyboard('{Escape}');
  expect(await screen.findByText(/^Choose one from the list/)).toBeInTheDocument();
});

it('Back closes what was opened from the list, and closing goes back there; what opens by itself makes no entry', async () => {
  const { user, place } = openProfiles([profile(1), profile(2), profile(3)]);
  await waitFor(() => expect(place.path).toBe('/approve-profiles?id=1'));
  await user.keyboard('{Escape}');
  const at = (path: string) => waitFor(() => expect(place.path).toBe(path));
  await at('/approve-profiles');
  act(() => place.go('/approve-profiles?from=menu'));
  await user.click(screen.getByRole('button', { name: 'view 2' }));
  await user.keyboard('j');
  await at('/approve-profiles?id=3');
  act(() => place.go(-1));
  await at('/approve-profiles?from=menu');
  await user.click(screen.getByRole('button', { name: 'view 2' }));
  await user.keyboard('k');
  await at('/approve-profiles?id=1');
  await user.click(screen.getByRole('button', { name: 'List' }));
  await at('/approve-profiles?from=menu');
  await user.keyboard('{Escape}');
  act(() => place.go(-1));
  await at('/approve-profiles');
});

it('the answer to the last decision leads nobody away from another screen', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { user, place, show } = openProfiles([profile(1)], {
    'POST /update-profile-status': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await waitFor(() => expect(place.path).toBe('/approve-profiles?id=1'));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'view 1' }));
  await user.keyboard('a');
  show(<p>Questions</p>);
  act(() => place.go('/faq'));
  await act(async () => answer({ kind: 'profile', id: 1, status: 1, review: 1 }));
  expect(place.path).toBe('/faq');
});

it('a decision that is refused when its screen was left keeps the profile from nobody', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { user, calls, show } = openProfiles([profile(1)], {
    'POST /update-profile-status': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const sent = (route: string) => calls.filter((call) => call.route === route);
  await waitFor(() => expect(sent('POST /claim-item')).toHaveLength(1));
  await screen.findByRole('region', { name: 'profile 1' });
  await user.keyboard('a');
  show(<p>Another screen</p>);
  await act(async () => answer(failure(503)));
  await waitFor(() => expect(sent('POST /claim-item')).toHaveLength(2));
  await waitFor(() => expect(sent('POST /release-item')).toHaveLength(1));
});

it('what a colleague has open is not decided: its buttons and keys say why, stay there, and ask whether it is free', async () => {
  let isFree = false;
  const claim = { by: 'ben@example.com', until: '2099-01-01T00:00:00Z', mine: false };
  const { user, calls } = openProfiles([profile(1), profile(2)], {
    'POST /claim-item': () => ({
      kind: 'profile',
      id: 1,
      status: 0,
      review: 0,
      claim: { ...claim, mine: isFree },
      history: [],
      near: [],
    }),
  });
  expect(await screen.findByText(/You can decide once it is free\./)).toBeInTheDocument();
  const button = (name: string) => screen.getByRole('button', { name });
  for (const name of ['Approve', 'Reject']) {
    expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    await user.click(button(name));
  }
  await user.keyboard('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  isFree = true;
  await user.keyboard('a');
  expect(
    screen.getAllByText('ben@example.com has this item open. You can decide once it is free'),
  ).not.toHaveLength(0);
  expect(fact('ProfileID')).toHaveTextContent('1');
  expect(calls.some(({ route }) => route === 'POST /update-profile-status')).toBe(false);
  await waitFor(() => expect(button('Approve')).toHaveAttribute('aria-disabled', 'false'));
  await user.keyboard('a');
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('2'));
});

it('goes on before the answer, and a repeat decides nothing', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { user, calls } = openProfiles([profile(1), profile(2)], {
    'POST /update-profile-status': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
  await user.keyboard('a');
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('2'));
  await user.keyboard('k');
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
  await user.keyboard('ar');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  answer({ kind: 'profile', id: 1, status: 1, review: 1 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'view 1' })).not.toBeInTheDocument());
  expect(calls.filter(({ route }) => route === 'POST /update-profile-status')).toHaveLength(1);
});

it('a profile is approved only after its photo was shown, where the setting asks for it', async () => {
  const { user, calls } = renderApp(<ProfilesScreen />, {
    path: '/approve-profiles',
    person: anAdmin(['moderation']),
    configuration: { reviewNeedsClearView: ['profiles'] },
    api: {
      ...pictureRoutes([]),
      'GET /profiles-for-review': () => [profile(1)],
      'POST /update-profile-status': () => ({ kind: 'profile', id: 1, status: 1, review: 1 }),
    },
  });
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('1'));
  await user.keyboard('a');
  expect(await screen.findByText('Show the photo of profile 1 before you approve it')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route === 'POST /update-profile-status')).toEqual([]);
  await user.keyboard('va');
  expect(await screen.findByText('No profiles awaiting approval')).toBeInTheDocument();
});

it('opens the first profile when the address asks for the next', async () => {
  openProfiles([profile(4), profile(5)], {}, '/approve-profiles?open=next');
  await waitFor(() => expect(fact('ProfileID')).toHaveTextContent('4'));
});
