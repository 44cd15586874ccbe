/* One screen with its pictures, filters and selections: the tests share the server that they play against. */
import {
  IMAGE_STATUS,
  type ImageForReview,
  type ImageType,
  LOOK_MS,
  MAX_BULK_ITEMS,
} from '@partnerdesk/contracts';
import {
  anAdmin,
  expectAccessible,
  type FakeCall,
  FakeEventSource,
  type FakeRoutes,
  failure,
  renderApp,
} from '@partnerdesk/web/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { aDecision, aPicture, pictureRoutes } from '../testing';
import { GalleryImagesScreen, MemberImagesScreen, PhotoIdScreen } from './pictures-screen';
import { useBulk } from './use-bulk';
import type { PictureDecisions } from './use-picture-decisions';

function open(pictures: ImageForReview[], api: FakeRoutes = {}, path = '/gallery-images') {
  const view = renderApp(<GalleryImagesScreen />, {
    person: anAdmin(['moderation']),
    path,
    configuration: { assetsUri: '/api/assets' },
    api: { ...pictureRoutes(pictures), ...api },
  });
  return { ...view, sent: (route: string) => view.calls.filter((call) => call.route === route) };
}

const cell = (id: number) =>
  screen.getByRole('link', { name: new RegExp(`^Photo ${id},`) }).closest('li') as HTMLElement;
const viewer = () => screen.getByRole('region', { name: /^Photo \d/ });
const shown = (id: number) => screen.findByRole('region', { name: `Photo ${id}` });
const UPDATE = 'POST /update-image-status';

it('shows each picture as a thumbnail that links to the full one', async () => {
  const { container } = open([aPicture(1), aPicture(2)]);
  const link = await screen.findByRole('link', { name: 'Photo 1, Unprocessed' });
  expect(link).toHaveAttribute('href', '/api/assets/images/operators/1.jpg');
  expect(link.querySelector('img')).toHaveAttribute('src', '/api/assets/images/operators/thumbs/1.jpg');
  expect(screen.getByRole('heading', { name: 'Manage Gallery Images' })).toBeInTheDocument();
  await expectAccessible(container);
});

it('shows one person’s pictures of every status when a link names them, and everybody’s after that', async () => {
  const { user, sent } = open([aPicture(1)], {}, '/gallery-images?staffID=7');
  await user.click(await screen.findByRole('button', { name: /Only staff 7/ }));
  await waitFor(() => expect(sent('GET /images-for-review').length).toBeGreaterThan(1));
  const [first, then] = sent('GET /images-for-review').map(({ query }) => query);
  expect(first).toMatchObject({ staffID: '7' });
  expect(first).not.toHaveProperty('status');
  expect(then).not.toHaveProperty('staffID');
  expect(then).toMatchObject({ status: '0' });
});

it('the focus goes into the picture that is opened, and back to its thumbnail', async () => {
  const { user } = open([aPicture(1), aPicture(2), aPicture(3)]);
  const thumb = (id: number) => screen.getByRole('link', { name: new RegExp(`^Photo ${id},`) });
  await screen.findByRole('link', { name: /^Photo 2,/ });
  act(() => thumb(2).focus());
  await user.keyboard('{Enter}');
  expect(await shown(2)).toHaveFocus();
  await user.tab();
  await user.keyboard('j');
  expect(await shown(3)).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(thumb(3)).toHaveFocus());
  // What is decided in the list leaves it where it is.
  await user.click(screen.getByRole('button', { name: 'approve photo 1' }));
  await waitFor(() => expect(thumb(1)).toHaveAccessibleName('Photo 1, Approved'));
  expect(thumb(3)).not.toHaveFocus();
});

it('a picture opened from far down the list is in view; on a phone the next one is, too', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, { matchMedia: () => media });
  const { user } = open([aPicture(1), aPicture(2), aPicture(3)]);
  await screen.findByRole('link', { name: /^Photo 1,/ });
  scrollTo.mockClear();
  await user.keyboard('j');
  await shown(1);
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  await user.keyboard('j');
  await shown(2);
  expect(scrollTo).toHaveBeenCalledTimes(1);
  media.matches = true;
  await user.keyboard('j');
  await shown(3);
  expect(scrollTo).toHaveBeenCalledTimes(2);
  scrollTo.mockRestore();
  Reflect.deleteProperty(window, 'matchMedia');
});

it('fills its width with cells: the last of a row ends where the grid does', async () => {
  const width = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  open([aPicture(1), aPicture(2), aPicture(3)]);
  await screen.findByRole('link', { name: /^Photo 1,/ });
  const places = [1, 2, 3].map((id) => [cell(id).style.transform, cell(id).style.width]);
  width.mockRestore();
  expect(places).toEqual([
    ['translate(0px, 0px)', '176px'],
    ['translate(184px, 0px)', '176px'],
    ['translate(0px, 252px)', '176px'],
  ]);
});

it('a picture of a type that the page does not know is one of its queue', async () => {
  const { user } = open([aPicture(1, { type: 99 as ImageType })]);
  await user.click(await screen.findByRole('link', { name: /^Photo 1,/ }));
  expect(within(await shown(1)).getByRole('button', { name: 'Hide' })).toBeInTheDocument();
});

it('takes pictures of members from their folder, and never offers to hide them', async () => {
  renderApp(<MemberImagesScreen />, {
    person: anAdmin(['moderation']),
    api: pictureRoutes([aPicture(1, { type: 4, memberID: 9 })]),
  });
  const link = await screen.findByRole('link', { name: /^Photo 1/ });
  expect(link).toHaveAttribute('href', '/images/members/1.jpg');
  expect(screen.queryByRole('button', { name: 'hide photo 1' })).not.toBeInTheDocument();
});

it.each([
  [IMAGE_STATUS.unprocessed, ['Approve', 'Reject', 'Hide']],
  [IMAGE_STATUS.approved, ['Reject', 'Hide']],
  [IMAGE_STATUS.rejected, ['Approve', 'Hide']],
])('status %i offers %j', async (status, offers) => {
  open([aPicture(1, { status })], {}, '/gallery-images?status=all');
  await screen.findByRole('link', { name: /^Photo 1/ });
  const names = within(cell(1))
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(names).toEqual(offers);
});

it('keeps each action in its place whatever the status: a second click never meets another action', async () => {
  const { user } = open(
    [0, 1, 2].map((status) => aPicture(status + 1, { status })),
    {},
    '/?status=all',
  );
  await screen.findByRole('link', { name: /^Photo 1,/ });
  const places = (actions: Element) =>
    Object.fromEntries(
      [...actions.children].flatMap((child, place) => {
        const label = child.textContent?.match(/approve|reject|hide/i)?.[0].toLowerCase();
        return label ? [[label, place]] : [];
      }),
    );
  const ofCell = (id: number) => places(cell(id).querySelector('.mod-cell-actions') as Element);
  expect(ofCell(1)).toEqual({ approve: 0, reject: 1, hide: 2 });
  expect(ofCell(2)).toEqual({ reject: 1, hide: 2 });
  expect(ofCell(3)).toEqual({ approve: 0, hide: 2 });
  const ofViewer = () => places(viewer().querySelector('.mod-decisions') as Element);
  await user.keyboard('j');
  expect(ofViewer()).toMatchObject({ approve: 0, reject: 1, hide: 2 });
  await user.keyboard('j');
  await shown(2);
  expect(ofViewer()).toMatchObject({ reject: 1, hide: 2 });
});

it('the second click of a double click does not decide on the next picture', async () => {
  const { user, sent } = open([aPicture(1), aPicture(2)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  const approve = within(viewer()).getByRole('button', { name: /^Approve/ });
  fireEvent.click(approve, { detail: 1 });
  await shown(2);
  fireEvent.click(within(viewer()).getByRole('button', { name: /^Approve/ }), { detail: 2 });
  await user.click(within(viewer()).getByRole('button', { name: /^Reject/ }));
  await user.click(await screen.findByRole('button', { name: /Not a person/ }));
  await waitFor(() => expect(sent(UPDATE)).toHaveLength(2));
  expect(sent(UPDATE).map(({ body }) => body)).toMatchObject([
    { photoID: 1, status: 1 },
    { photoID: 2, status: 2 },
  ]);
});

it('goes on at once, shows a new status only after the answer, and ignores a repeat', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { user, sent } = open([aPicture(1), aPicture(2)], {
    [UPDATE]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('ja');
  await shown(2);
  // The first one fades over the second; one that is only left does not.
  const leaving = () => viewer().querySelector('.mod-leaving')?.getAttribute('src');
  expect(leaving()).toContain('1.jpg');
  // A key that is held down decides once.
  fireEvent.keyDown(document.body, { key: 'a', repeat: true });
  await waitFor(() => expect(sent(UPDATE)).toHaveLength(1));
  expect(sent(UPDATE)[0]?.body).toEqual({
    identifier: 1,
    type: 3,
    status: 1,
    staffID: 7,
    photoID: 1,
    review: 0,
  });
  expect(within(cell(1)).getByText('Unprocessed')).toBeInTheDocument();
  await user.keyboard('{ArrowLeft}');
  await shown(1);
  expect(leaving()).toBeUndefined();
  const approve = within(viewer()).getByRole('button', { name: /^Approve/ });
  expect(approve).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('aa');
  await user.click(screen.getByRole('button', { name: 'reject photo 1' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  answer({ kind: 'image', id: 1, status: 1, review: 1 });
  await waitFor(() => expect(within(cell(1)).getByText('Approved')).toBeInTheDocument());
  await user.keyboard('a');
  expect(sent(UPDATE)).toHaveLength(1);
});

it('takes true for success: the picture is as it was sent, and Undo is offered', async () => {
  const { user, sent } = open([aPicture(1), aPicture(2)], {
    [UPDATE]: () => true,
    'GET /moderation-decisions': () => [aDecision({ id: 1 })],
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('ja');
  await shown(2);
  await waitFor(() => expect(within(cell(1)).getByText('Approved')).toBeInTheDocument());
  expect(await screen.findByText('Photo 1 approved')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeEmptyDOMElement();
  await user.click(screen.getByRole('button', { name: 'reject photo 1' }));
  await user.click(await screen.findByRole('button', { name: /Not a person/ }));
  await waitFor(() => expect(within(cell(1)).getByText('Rejected')).toBeInTheDocument());
  expect(sent(UPDATE).map(({ body }) => body)).toMatchObject([
    { photoID: 1, status: 1, review: 0 },
    { photoID: 1, status: 2, review: 1 },
  ]);
});

it('says what a colleague has decided meanwhile, and shows that', async () => {
  const { user } = open([aPicture(1)], {
    [UPDATE]: () => failure(409, 'conflict', undefined, 'Already rejected by ben@example.com at noon'),
    'POST /claim-item': () => ({
      kind: 'image',
      id: 1,
      status: 2,
      review: 1,
      claim: null,
      history: [],
      near: [],
      image: aPicture(1, { status: 2, review: 1 }),
    }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('ja');
  expect(await screen.findByText('Photo 1: Already rejected by ben@example.com at noon')).toBeInTheDocument();
  await waitFor(() => expect(within(cell(1)).getByText('Rejected')).toBeInTheDocument());
});

it('a decision whose answer is lost is not shown as made; once the server answers again, nothing of it is left', async () => {
  let offline = false;
  const routes = pictureRoutes([aPicture(1)]);
  const unless = (route: string) => (call: FakeCall) => {
    if (offline) throw new TypeError('Failed to fetch');
    return routes[route]?.(call);
  };
  const { user, sent } = open([aPicture(1)], {
    [UPDATE]: unless(UPDATE),
    'POST /claim-item': unless('POST /claim-item'),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  await screen.findByText('Nobody has judged it yet.');
  offline = true;
  await user.keyboard('a');
  expect(await screen.findByText('Photo 1: Error occured. Please try again later')).toBeInTheDocument();
  expect(await screen.findByText('This picture could not be opened.')).toBeInTheDocument();
  expect(within(cell(1)).getByText('Unprocessed')).toBeInTheDocument();
  expect(within(viewer()).getByText('Unprocessed')).toBeInTheDocument();
  offline = false;
  await user.keyboard('{Escape}j');
  await waitFor(() =>
    expect(screen.queryByText('This picture could not be opened.')).not.toBeInTheDocument(),
  );
  await user.keyboard('a');
  await waitFor(() => expect(within(cell(1)).getByText('Approved')).toBeInTheDocument());
  expect(sent(UPDATE)).toHaveLength(2);
});

it.each([
  ['Retry is pressed', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Retry' }))],
  ['the network is back', async () => void fireEvent(window, new Event('online'))],
])('a picture that could not be opened opens once %s', async (_, recover) => {
  let offline = true;
  const routes = pictureRoutes([aPicture(1)]);
  const { user } = open([aPicture(1)], {
    'POST /claim-item': (call) => {
      if (offline) throw new TypeError('Failed to fetch');
      return routes['POST /claim-item']?.(call);
    },
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  expect(await screen.findByText('This picture could not be opened.')).toBeInTheDocument();
  expect(screen.queryByText('History')).not.toBeInTheDocument();
  offline = false;
  await recover(user);
  expect(await screen.findByText('Nobody has judged it yet.')).toBeInTheDocument();
  expect(screen.queryByText('This picture could not be opened.')).not.toBeInTheDocument();
});

it('says nothing of its own when the session has ended: the login over the screen does', async () => {
  const ended = () => failure(401, 'not_signed_in', undefined, 'Please sign in');
  const { user, sent } = open([aPicture(1)], { 'POST /claim-item': ended, [UPDATE]: ended });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('ja');
  await waitFor(() => expect(sent('POST /claim-item')).toHaveLength(2));
  expect(await screen.findByText('Photo 1: Error occured. Please try again later')).toBeInTheDocument();
  expect(screen.queryByText('Please sign in')).not.toBeInTheDocument();
  expect(within(cell(1)).getByText('Unprocessed')).toBeInTheDocument();
});

it('opening shows what changed since the list was read: a judgement made meanwhile, and who has claimed the picture', async () => {
  const image = aPicture(1, { status: 2, review: 1 });
  const claim = { by: 'ben@example.com', until: '2099-01-01T00:00:00Z', mine: false };
  const { user } = open([aPicture(1)], {
    'POST /claim-item': () => ({
      kind: 'image',
      id: 1,
      status: 2,
      review: 1,
      claim,
      history: [],
      near: [],
      image,
    }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  await waitFor(() => expect(within(viewer()).getByText('Rejected')).toBeInTheDocument());
  expect(within(cell(1)).getByText('Rejected')).toBeInTheDocument();
  expect(within(cell(1)).getByText('open: ben@example.com')).toBeInTheDocument();
  // In the business's time, as the history beside it.
  expect(viewer()).toHaveTextContent('ben@example.com has this open until Dec 31, 2098, 7:00 PM');
});

it('what a colleague has open is not decided: its buttons and keys say why and stay there', async () => {
  const claim = { by: 'ben@example.com', until: '2099-01-01T00:00:00Z', mine: false };
  const { user, sent } = open([aPicture(1), aPicture(2)], {
    'POST /claim-item': () => ({ kind: 'image', id: 1, status: 0, review: 0, claim, history: [], near: [] }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  expect(await screen.findByText(/You can decide once it is free\./)).toBeInTheDocument();
  for (const name of [/^Approve/, /^Reject/, /^Hide/]) {
    const button = within(viewer()).getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
  }
  await user.keyboard('arh');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(viewer()).toHaveAccessibleName('Photo 1');
  expect(
    screen.getAllByText('ben@example.com has this item open. You can decide once it is free'),
  ).not.toHaveLength(0);
  expect(sent(UPDATE)).toEqual([]);
});

it('goes on to a picture whose claim has run out since the list was read, not to one that is held', async () => {
  const held = (until: string) => ({ claim: { by: 'ben@example.com', until, mine: false } });
  const { user } = open([
    aPicture(1),
    aPicture(2, held('2099-01-01T00:00:00Z')),
    aPicture(3, held('2020-01-01T00:00:00Z')),
  ]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  expect(within(cell(2)).getByText('open: ben@example.com')).toBeInTheDocument();
  expect(within(cell(3)).queryByText('open: ben@example.com')).not.toBeInTheDocument();
  await user.keyboard('ja');
  await shown(3);
});

it('an answer for the picture before does not hide what is known of the one that is open', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const { user } = open([aPicture(1), aPicture(2)], {
    'POST /claim-item': () => new Promise((resolve) => answers.push(resolve)),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jj');
  await shown(2);
  await waitFor(() => expect(answers).toHaveLength(2));
  const item = (id: number) => ({
    kind: 'image',
    id,
    status: 0,
    review: 0,
    claim: null,
    history: [],
    near: [],
    image: aPicture(id),
  });
  answers[1]?.(item(2));
  expect(await screen.findByText('Nobody has judged it yet.')).toBeInTheDocument();
  await act(async () => answers[0]?.(item(1)));
  expect(screen.getByText('Nobody has judged it yet.')).toBeInTheDocument();
});

it('rejects with the reason of a digit, after a note', async () => {
  const { user, sent } = open([aPicture(1), aPicture(2)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jr');
  await screen.findByRole('button', { name: /Not readable/ });
  await user.type(screen.getByLabelText(/^Note/), 'see line 2');
  await user.click(screen.getByRole('button', { name: /Not readable/ }));
  await waitFor(() => expect(sent(UPDATE)).toHaveLength(1));
  await shown(2);
  await user.keyboard('r');
  await screen.findByRole('button', { name: /Not readable/ });
  await user.keyboard('1');
  await waitFor(() => expect(sent(UPDATE)).toHaveLength(2));
  expect(sent(UPDATE).map(({ body }) => body)).toEqual([
    expect.objectContaining({ photoID: 1, status: 2, reason: 'Not readable', note: 'see line 2' }),
    expect.objectContaining({ photoID: 2, status: 2, reason: 'Not a person' }),
  ]);
});

it('Enter that ends a word of an input method rejects nothing', async () => {
  const { user, sent } = open([aPicture(1)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jr');
  const note = await screen.findByLabelText(/^Note/);
  fireEvent.change(note, { target: { value: '写真' } });
  fireEvent.keyDown(note, { key: 'Enter', isComposing: true });
  expect(screen.getByRole('dialog')).toContainElement(note);
  fireEvent.keyDown(note, { key: 'Enter' });
  await waitFor(() => expect(sent(UPDATE)).toHaveLength(1));
});

it('reasons that come late do not take the focus out of the note', async () => {
  let answer = () => {};
  const { user, sent } = open([aPicture(1)], {
    'GET /rejection-reasons': () =>
      new Promise((resolve) => {
        answer = () => resolve(['Not a person', 'Not readable']);
      }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jr');
  const note = await screen.findByLabelText(/^Note/);
  await user.click(note);
  await user.keyboard('see');
  await act(async () => answer());
  await screen.findByRole('button', { name: /Not a person/ });
  await user.keyboard(' line 2');
  expect(note).toHaveValue('see line 2');
  expect(sent(UPDATE)).toHaveLength(0);
});

it('hides by key, takes the picture off the list, and undo brings it back', async () => {
  const { user } = open([aPicture(1), aPicture(2)], {
    'POST /undo-decision': () => ({ kind: 'image', id: 1, status: 0, review: 2, others: [] }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jh');
  await shown(2);
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Photo 1/ })).not.toBeInTheDocument());
  await user.keyboard('u');
  expect(await screen.findByText('Undone: photo 1 is Unprocessed again')).toBeInTheDocument();
  await shown(1);
  expect(within(cell(1)).getByText('Unprocessed')).toBeInTheDocument();
});

it('of several undone one after the other, only the last one is said, and not counted with the others', async () => {
  const ids = [3, 2, 1];
  const { user } = open([aPicture(1), aPicture(2), aPicture(3), aPicture(4)], {
    'POST /undo-decision': () => ({ kind: 'image', id: ids.shift(), status: 0, review: 2, others: [] }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jaaa');
  await shown(4);
  for (const id of [3, 2, 1]) {
    await user.keyboard('u');
    const alert = await screen.findByText(`Undone: photo ${id} is Unprocessed again`);
    expect(alert).toHaveTextContent(/^Undone/);
    expect(screen.getAllByText(/Undone: /)).toHaveLength(1);
    await shown(id);
  }
});

it('a list that is read again shows what a colleague has decided since, not what was decided here before', async () => {
  const pictures = [aPicture(1), aPicture(2)];
  const { user } = open(pictures);
  await screen.findByRole('link', { name: /^Photo 1,/ });
  await user.click(screen.getByRole('button', { name: 'approve photo 1' }));
  await screen.findByRole('link', { name: 'Photo 1, Approved' });
  pictures[0] = aPicture(1, { status: 2, review: 2 });
  await user.selectOptions(screen.getByLabelText('Status'), 'Rejected');
  await user.click(await screen.findByRole('button', { name: 'approve photo 1' }));
  expect(screen.queryByRole('link', { name: /^Photo 2,/ })).not.toBeInTheDocument();
});

it('undo brings the first picture back into the view of the filmstrip', async () => {
  const { user } = open(
    Array.from({ length: 40 }, (_, index) => aPicture(index + 1)),
    { 'POST /undo-decision': () => ({ kind: 'image', id: 1, status: 0, review: 2, others: [] }) },
  );
  await screen.findByRole('link', { name: /^Photo 1,/ });
  await user.keyboard('ja');
  await shown(2);
  const strip = screen.getByRole('region', { name: 'Pictures' });
  strip.scrollTop = 3000;
  fireEvent.scroll(strip);
  strip.scrollTo = jest.fn();
  await user.keyboard('u');
  await shown(1);
  expect(strip.scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 }));
});

it('claims what is opened, and gives it back when it is left', async () => {
  const { user, calls, place } = open([aPicture(1), aPicture(2)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  await screen.findByText('Nobody has judged it yet.');
  await user.keyboard('{ArrowRight}');
  await shown(2);
  expect(place.path).toBe('/gallery-images?photo=2');
  const claims = () =>
    calls.filter(({ route }) => /claim|release/.test(route)).map(({ route, body }) => [route, body]);
  await waitFor(() =>
    expect(claims()).toEqual(
      expect.arrayContaining([
        ['POST /claim-item', { kind: 'image', id: 1 }],
        ['POST /claim-item', { kind: 'image', id: 2 }],
        ['POST /release-item', { kind: 'image', id: 1 }],
      ]),
    ),
  );
});

it('gives an open picture back when its tab is closed', async () => {
  const { user, sent } = open([aPicture(1)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  await screen.findByText('Nobody has judged it yet.');
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(sent('POST /release-item')).toHaveLength(1));
});

/** A list of one picture whose clock moves by hand; the test gives the real one back. */
async function openOnFakeClock() {
  const { sent } = open([aPicture(1)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  jest.useFakeTimers();
  const keys = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  return { sent, keys };
}

it('renews the claim while somebody works, and lets it run out when nobody does', async () => {
  const { sent, keys } = await openOnFakeClock();
  try {
    await keys.keyboard('j');
    await act(() => jest.advanceTimersByTimeAsync(130_000));
    expect(sent('POST /claim-item')).toHaveLength(3);
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(sent('POST /claim-item')).toHaveLength(3);
    await keys.keyboard('v');
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(sent('POST /claim-item')).toHaveLength(4);
  } finally {
    jest.useRealTimers();
  }
});

it('Back closes a picture that was opened from the list, with its filter; closing leaves nothing to go back to', async () => {
  const { user, place } = open([aPicture(1), aPicture(2)]);
  const list = '/gallery-images?order=newest';
  act(() => place.go(list));
  await user.click(await screen.findByRole('link', { name: /^Photo 1,/ }));
  await user.keyboard('j');
  await shown(2);
  act(() => place.go(-1));
  expect(place.path).toBe(list);
  expect(screen.queryByRole('region', { name: /^Photo/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /^Photo 2,/ }));
  await shown(2);
  await user.keyboard('{Escape}{Escape}');
  expect(place.path).toBe(list);
  act(() => place.go(-1));
  expect(place.path).toBe('/gallery-images');
});

it('begins where the address says, with its filter and order', async () => {
  const { calls } = open([aPicture(5), aPicture(6)], {}, '/gallery-images?status=0&order=newest&photo=6');
  await shown(6);
  expect(calls.find(({ route }) => route === 'GET /images-for-review')?.query).toEqual({
    type: '3',
    status: '0',
    order: 'newest',
    from: '6',
  });
});

it.each([
  ['behind its end', 9],
  ['before others', 2],
])(
  'says that the picture of the address is not in the list, %s, and leads to the beginning',
  async (_, id) => {
    const { user, place } = open(
      [aPicture(1), aPicture(3)],
      { 'POST /claim-item': () => failure(404) },
      `/gallery-images?photo=${id}`,
    );
    expect(await screen.findByText(new RegExp(`^Photo ${id} is not in this list\\.`))).toBeInTheDocument();
    expect(screen.queryByText('There are no pictures here')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show the list from its beginning' }));
    expect(await screen.findByRole('link', { name: /^Photo 1,/ })).toBeInTheDocument();
    expect(screen.queryByText(/is not in this list/)).not.toBeInTheDocument();
    expect(place.path).toBe('/gallery-images');
  },
);

it('has the next pictures there before they are asked for, and keeps their element', async () => {
  const { user } = open([aPicture(1), aPicture(2), aPicture(3), aPicture(4)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  const images = () => [...(viewer().querySelectorAll('.mod-stage img') as NodeListOf<HTMLImageElement>)];
  expect(images().map((image) => [image.getAttribute('src'), image.hidden])).toEqual([
    ['/api/assets/images/operators/1.jpg', false],
    ['/api/assets/images/operators/2.jpg', true],
    ['/api/assets/images/operators/3.jpg', true],
  ]);
  const second = images()[1];
  await user.keyboard('j');
  expect(images()[0]).toBe(second);
  expect(second?.hidden).toBe(false);
});

it('blurs until one is revealed; by choice not at all, remembered for this person', async () => {
  const { user } = open([aPicture(1)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  const image = () => screen.getByRole('img', { name: 'Photo 1' });
  expect(image()).toHaveClass('mod-blur');
  await user.click(screen.getByRole('button', { name: 'Show it' }));
  expect(image()).not.toHaveClass('mod-blur');
  await user.keyboard('vbg');
  expect(image()).toHaveClass('mod-gray');
  expect(image()).not.toHaveClass('mod-blur');
  expect(JSON.parse(localStorage.getItem('partnerdesk.display.office@example.com') ?? '')).toEqual({
    blur: false,
    grayscale: true,
  });
});

it('decides on a selection and shows each result', async () => {
  const { user, sent } = open([aPicture(1), aPicture(2), aPicture(3)], {
    'POST /update-image-statuses': () => [
      { ok: true, kind: 'image', id: 1, status: 1, review: 1 },
      { ok: false, id: 3, code: 'conflict', message: 'ben@example.com has this item open' },
    ],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select photo 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select photo 3' }));
  await user.keyboard('{Shift>}A{/Shift}');
  expect(await screen.findByRole('heading', { name: '1 of 2 done' })).toBeInTheDocument();
  expect(screen.getByText('ben@example.com has this item open')).toBeInTheDocument();
  expect(within(cell(1)).getByText('Approved')).toBeInTheDocument();
  expect(within(cell(3)).getByText('Unprocessed')).toBeInTheDocument();
  expect(sent('POST /update-image-statuses')[0]?.body).toEqual({
    type: 3,
    status: 1,
    items: [
      { photoID: 1, review: 0 },
      { photoID: 3, review: 0 },
    ],
  });
});

it('says of reasons that do not come, and asks for them again', async () => {
  let fails = true;
  const { user } = open([aPicture(1)], {
    'GET /rejection-reasons': () => (fails ? failure(503, 'unavailable') : ['Not a person']),
  });
  await screen.findByRole('link', { name: /^Photo 1,/ });
  await user.keyboard('jr');
  expect(await screen.findByText('The reasons could not be loaded.')).toBeInTheDocument();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /Not a person/ })).toHaveFocus();
  expect(screen.queryByText('The reasons could not be loaded.')).not.toBeInTheDocument();
});

/** Pictures of a list, each selected by its number. */
function Selecting({ pictures }: { pictures: ImageForReview[] }) {
  const { chosen, toggle } = useBulk(pictures, {} as PictureDecisions);
  return (
    <>
      <p>{chosen.length} selected</p>
      {pictures.map((picture) => (
        <button key={picture.photoID} type="button" onClick={() => toggle(picture)}>
          {picture.photoID}
        </button>
      ))}
    </>
  );
}

it('as many as are decided at a time can be selected, whatever another filter hides', () => {
  const many = Array.from({ length: MAX_BULK_ITEMS }, (_, index) => aPicture(index + 1));
  const { show } = renderApp(<Selecting pictures={many} />);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(screen.getByText(`${MAX_BULK_ITEMS} selected`)).toBeInTheDocument();
  show(<Selecting pictures={[aPicture(MAX_BULK_ITEMS + 1)]} />);
  fireEvent.click(screen.getByText(MAX_BULK_ITEMS + 1));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
});

it('what is selected while a bulk decision is under way is decided next', async () => {
  let answer = (_: unknown) => {};
  const { user, sent } = open([aPicture(1), aPicture(2)], {
    'POST /update-image-statuses': () => new Promise((resolve) => (answer = resolve)),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select photo 1' }));
  await user.click(screen.getByRole('button', { name: 'Approve selected' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select photo 2' }));
  await user.click(screen.getByRole('button', { name: 'Reject selected' }));
  await act(async () => answer([{ ok: true, kind: 'image', id: 1, status: 1, review: 1 }]));
  await waitFor(() => expect(within(cell(1)).getByText('Approved')).toBeInTheDocument());
  await user.keyboard('0');
  await waitFor(() => expect(sent('POST /update-image-statuses')).toHaveLength(2));
  expect(sent('POST /update-image-statuses')[1]?.body).toMatchObject({
    status: 2,
    items: [{ photoID: 2, review: 0 }],
  });
});

it('the visible Undo takes back a whole bulk decision, and says what stays', async () => {
  const { user, sent } = open([aPicture(1), aPicture(2), aPicture(3)], {
    'GET /moderation-decisions': () =>
      sent('POST /update-image-statuses').length > sent('POST /undo-decision').length
        ? [aDecision({ items: 3 })]
        : [],
    'POST /update-image-statuses': () =>
      [1, 2, 3].map((id) => ({ ok: true, kind: 'image', id, status: 1, review: 1 })),
    'POST /undo-decision': () => ({
      kind: 'image',
      id: 1,
      status: 0,
      review: 2,
      others: [
        { ok: true, kind: 'image', id: 2, status: 0, review: 2 },
        { ok: false, id: 3, code: 'conflict', message: 'ben@example.com has this item open' },
      ],
    }),
  });
  for (const id of [1, 2, 3])
    await user.click(await screen.findByRole('checkbox', { name: `Select photo ${id}` }));
  await user.click(screen.getByRole('button', { name: 'Approve selected' }));
  expect(await screen.findByText('3 pictures approved')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: 2 items are as they were before')).toBeInTheDocument();
  expect(screen.getByText('1 could not be undone: ben@example.com has this item open')).toBeInTheDocument();
  expect(
    [1, 2, 3].map((id) => screen.getByRole('link', { name: new RegExp(`^Photo ${id},`) }).ariaLabel),
  ).toEqual(['Photo 1, Unprocessed', 'Photo 2, Unprocessed', 'Photo 3, Approved']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  expect(document.activeElement).toHaveClass('mod-tray');
});

it('the tray lists the last decisions of every queue, and takes back the one that is chosen, all by keyboard', async () => {
  const decisions = [
    aDecision({ id: 9, type: 3, to: 2 }),
    aDecision({ kind: 'profile', id: 4, name: 'Ann', at: '2026-11-20T14:00:00Z' }),
  ];
  const { user, sent, place } = open([aPicture(1)], {
    'GET /moderation-decisions': () => decisions,
    'POST /undo-decision': () => {
      decisions.pop();
      return { kind: 'profile', id: 4, status: 0, review: 2, others: [] };
    },
  });
  await screen.findByText('Photo 9 rejected');
  await user.keyboard('jt');
  const tray = screen.getByRole('region', { name: 'Your last decisions' });
  expect(
    within(tray)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Photo 9 rejectedgallery picture, Nov 20, 2026, 10:00 AMUndo',
    'Ann (4) approvedprofile, Nov 20, 2026, 9:00 AMUndo',
  ]);
  expect(within(tray).getByRole('button', { name: 'Undo: Photo 9 rejected' })).toHaveFocus();
  await expectAccessible(tray.parentElement as HTMLElement);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Undone: profile 4 is Pending again')).toBeInTheDocument();
  expect(sent('POST /undo-decision').map(({ body }) => body)).toEqual([
    { decisionID: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  expect(tray).toHaveFocus();
  await waitFor(() => expect(within(tray).getAllByRole('listitem')).toHaveLength(1));
  // Closes the tray, not the picture.
  await user.keyboard('{Escape}');
  expect(tray).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Your last decisions' })).toHaveFocus();
  expect(place.path).toBe('/gallery-images?photo=1');
});

it('the tray keeps the focus when U takes its last decision, and then closes by Escape and by its button', async () => {
  const decisions = [aDecision({ id: 9 })];
  const { user, place } = open([aPicture(1)], {
    'GET /moderation-decisions': () => [...decisions],
    'POST /undo-decision': () => {
      decisions.pop();
      return { kind: 'image', id: 9, status: 0, review: 2, others: [] };
    },
  });
  await screen.findByText('Photo 9 approved');
  await user.keyboard('jtu');
  const tray = screen.getByRole('region', { name: 'Your last decisions' });
  expect(await within(tray).findByText('There is nothing to undo.')).toBeInTheDocument();
  expect(tray).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(tray).not.toBeInTheDocument();
  expect(document.activeElement).toHaveClass('mod-tray');
  await user.keyboard('t');
  await user.click(screen.getByRole('button', { name: 'Your last decisions' }));
  expect(screen.queryByText('There is nothing to undo.')).not.toBeInTheDocument();
  expect(document.activeElement).toHaveClass('mod-tray');
  expect(place.path).toBe('/gallery-images?photo=1');
});

it('a photo id is approved only after it was shown plainly', async () => {
  const pictures = [1, 2].map((photoID) => aPicture(photoID, { type: 1 }));
  const { user, calls } = renderApp(<PhotoIdScreen />, {
    person: anAdmin(['moderation']),
    path: '/photoid',
    api: pictureRoutes(pictures),
  });
  const sent = () => calls.filter(({ route }) => route === UPDATE).map(({ body }) => body);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('ja');
  expect(await screen.findByText('Show photo 1 before you approve it')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select photo 2' }));
  await user.click(screen.getByRole('button', { name: 'Approve selected' }));
  expect(await screen.findByText('Show photo 2 before you approve it')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Show it/ }));
  await user.keyboard('a');
  await waitFor(() => expect(sent()).toMatchObject([{ photoID: 1, status: 1 }]));
});

it('Undo waits for the decision that is under way, which is the one it takes back', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { user, sent } = open([aPicture(1), aPicture(2)], {
    [UPDATE]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    'POST /undo-decision': () => ({ kind: 'image', id: 1, status: 0, review: 2, others: [] }),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('ja');
  await shown(2);
  await user.keyboard('uu');
  expect(sent('POST /undo-decision')).toHaveLength(0);
  answer({ kind: 'image', id: 1, status: 1, review: 1 });
  expect(await screen.findByText('Undone: photo 1 is Unprocessed again')).toBeInTheDocument();
  await shown(1);
  expect(sent('POST /undo-decision')).toHaveLength(1);
});

it('a queue of the setting is approved only after a clear view; others as they are', async () => {
  const pictures = [1, 2].map((photoID) => aPicture(photoID, { type: 4, memberID: 9 }));
  const show = (reviewNeedsClearView: ('memberPics' | 'photoIds')[]) =>
    renderApp(<MemberImagesScreen />, {
      person: anAdmin(['moderation']),
      path: '/member-images',
      configuration: { reviewNeedsClearView },
      api: pictureRoutes(pictures),
    });
  const sent = ({ calls }: { calls: FakeCall[] }) => calls.filter(({ route }) => route === UPDATE);
  const strict = show(['memberPics']);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await strict.user.keyboard('ja');
  expect(await screen.findByText('Show photo 1 before you approve it')).toBeInTheDocument();
  await strict.user.keyboard('va');
  await waitFor(() => expect(sent(strict)).toHaveLength(1));
  strict.unmount();
  const usual = show(['photoIds']);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await usual.user.keyboard('ja');
  await waitFor(() => expect(sent(usual)).toHaveLength(1));
});

it('asks for the file of a photo id only when it is shown plainly: until then its thumbnail is drawn', async () => {
  const { user } = renderApp(<PhotoIdScreen />, {
    person: anAdmin(['moderation']),
    path: '/photoid',
    api: pictureRoutes([1, 2].map((photoID) => aPicture(photoID, { type: 1 }))),
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('j');
  const sources = () =>
    [...viewer().querySelectorAll('.mod-stage img')].map((image) => image.getAttribute('src'));
  expect(sources()).toEqual(['/images/operators/thumbs/1.jpg', '/images/operators/thumbs/2.jpg']);
  await user.keyboard('v');
  expect(sources()).toEqual(['/images/operators/1.jpg', '/images/operators/thumbs/2.jpg']);
});

it('the history of a picture that arrived approved says so, and one that is judged meanwhile is read again', async () => {
  const { user, sent } = open(
    [aPicture(1, { status: 1 })],
    {
      'POST /update-image-statuses': () => [{ ok: true, kind: 'image', id: 1, status: 2, review: 1 }],
    },
    '/gallery-images?status=all',
  );
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jx');
  expect(await screen.findByText('It arrived as Approved: nobody has judged it here.')).toBeInTheDocument();
  expect(sent('POST /claim-item')).toHaveLength(1);
  await user.keyboard('{Shift>}R{/Shift}');
  await user.click(await screen.findByRole('button', { name: /Not readable/ }));
  await waitFor(() => expect(sent('POST /claim-item')).toHaveLength(2));
});

it('possibly under age is set apart, and asks what happens to the account; the first reason has the focus', async () => {
  const { user, sent, place } = open([aPicture(1), aPicture(2)], {
    'GET /rejection-reasons': () => ['Not a person', 'Possibly under age', 'Not readable'],
  });
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('jr');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(within(dialog).getByRole('button', { name: /Not a person/ })).toHaveFocus());
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1 Not a person', '3 Not readable', '0 Without a reason', '2 Possibly under age…']);
  await user.keyboard('2');
  expect(
    await screen.findByRole('dialog', { name: 'Possibly under age: what happens to the account?' }),
  ).toHaveTextContent('Rejecting photo 1 leaves the account of staff 7 open. Somebody with the permission');
  expect(sent(UPDATE)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Reject, leave the account open' }));
  await waitFor(() => expect(sent(UPDATE)).toHaveLength(1));
  expect(sent(UPDATE)[0]?.body).toMatchObject({ status: 2, reason: 'Possibly under age' });
  expect(place.path).toBe('/gallery-images?photo=2');
});

it('shows how far the queue is', async () => {
  const oldest = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const { calls } = open([aPicture(1)], {
    'GET /moderation-progress': () => ({ left: 19, doneToday: 12, oldest }),
  });
  const further = await screen.findByText(/12 done today/);
  expect(further.parentElement).toHaveTextContent('19 left, 12 done today, oldest 3 h');
  expect(calls.find(({ route }) => route === 'GET /moderation-progress')?.query).toEqual({
    queue: 'galleryPics',
  });
});

it('shows the person’s other pictures beside the open one, each in its queue', async () => {
  const { user } = open([aPicture(1)], {
    'GET /images-for-review': ({ query }) =>
      query.limit && query.type !== '3' ? [aPicture(80, { type: 1, status: 1 })] : [aPicture(1)],
  });
  await screen.findByRole('link', { name: /^Photo 1,/ });
  await user.keyboard('j');
  const [link] = await within(viewer()).findAllByRole('link', { name: 'Open photo 80, Approved' });
  expect(link).toHaveAttribute('href', '/photoid?staffID=7&photo=80');
});

it('never shows the pictures of one person beside another one, also where theirs do not come', async () => {
  const { user, sent } = open([aPicture(1), aPicture(2, { staffID: 8 })], {
    'GET /images-for-review': ({ query }) => {
      if (!query.limit) return [aPicture(1), aPicture(2, { staffID: 8 })];
      if (query.staffID === '8') return failure(503);
      return query.type === '1' ? [aPicture(80, { type: 1, status: 1 })] : [];
    },
  });
  await screen.findByRole('link', { name: /^Photo 1,/ });
  await user.keyboard('j');
  expect(await within(viewer()).findByRole('link', { name: 'Open photo 80, Approved' })).toBeInTheDocument();
  await user.keyboard('j');
  await shown(2);
  expect(within(viewer()).queryByRole('link', { name: /^Open photo 80/ })).not.toBeInTheDocument();
  await waitFor(() =>
    expect(sent('GET /images-for-review').some(({ query }) => query.staffID === '8')).toBe(true),
  );
  expect(within(viewer()).queryByRole('link', { name: /^Open photo 80/ })).not.toBeInTheDocument();
});

it('marks what is nearly the same as a judged one, with that judgement', async () => {
  const near = { photoID: 9, type: 3 as const, photo: '9.jpg', status: 2, by: 'ben@example.com', at: '' };
  const judged = { ...near, reason: 'Not a person', note: 'a cat' };
  const { user } = open([aPicture(1, { near: judged })], {
    'POST /claim-item': () => ({
      kind: 'image',
      id: 1,
      status: 0,
      review: 0,
      claim: null,
      history: [],
      near: [judged],
    }),
  });
  expect(await screen.findByText('like #9')).toBeInTheDocument();
  await user.keyboard('j');
  expect(await screen.findByText('by ben@example.com – Not a person – a cat')).toBeInTheDocument();
});

it('the help names every key, and while it is open no key decides', async () => {
  const { user, sent } = open([aPicture(1)]);
  await screen.findByRole('link', { name: /^Photo 1/ });
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard' });
  for (const label of ['Approve', 'Hide', 'Undo my last decision', 'Zoom in or out', 'Next picture'])
    expect(within(help).getByText(label)).toBeInTheDocument();
  await user.keyboard('ja');
  expect(sent(UPDATE)).toEqual([]);
});

it('draws only what is in view of thousands, and asks for the next page before its end', async () => {
  const { sent } = open(Array.from({ length: 250 }, (_, index) => aPicture(index + 1)));
  await screen.findByRole('link', { name: /^Photo 1,/ });
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
  expect(sent('GET /images-for-review')).toHaveLength(1);
});

it('a next page that does not come is not asked for again and again', async () => {
  // A whole page of which three are listed: its end is in view at once.
  const rows = Array.from({ length: 100 }, (_, index) => aPicture(index + 1, { status: index < 3 ? 0 : 3 }));
  let refusals = 0;
  const { sent } = open([], {
    'GET /images-for-review': ({ query }) => {
      if (!query.after) return rows;
      refusals += 1;
      // Asked without end it would keep the test from ending, too.
      return refusals > 20 ? [] : failure(503);
    },
  });
  await screen.findByRole('link', { name: /^Photo 1,/ });
  await screen.findByText(/Error occured/);
  for (let turn = 0; turn < 50; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(sent('GET /images-for-review').filter(({ query }) => query.after)).toHaveLength(1);
});

it('says when nothing is there, and offers Retry when it could not be loaded', async () => {
  const answers: unknown[] = [failure(500), []];
  const { user } = open([], { 'GET /images-for-review': () => answers.shift() });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('There are no pictures here')).toBeInTheDocument();
});

describe('with a stream', () => {
  beforeEach(() => FakeEventSource.install());
  afterEach(() => Object.assign(globalThis, { EventSource: undefined }));
  const BEN = { kind: 'image', by: 'ben@example.com' };
  const stream = () => FakeEventSource.made.at(-1);
  const reports = (looks: object[]) => act(() => stream()?.send('looking', { looks }));

  it('shows who else looks at a picture, in the list and beside it, and goes past what somebody has open', async () => {
    const claim = { by: 'ben@example.com', until: '2099-01-01T00:00:00Z', mine: false };
    const { user } = open([aPicture(1, { claim }), aPicture(2), aPicture(3)]);
    await screen.findByRole('link', { name: /^Photo 1,/ });
    expect(stream()?.url).toBe('/api/moderation-changes');
    // Read with the list, the claim may be over.
    expect(within(cell(1)).getByText('open: ben@example.com')).toBeInTheDocument();
    reports([
      { ...BEN, id: 2 },
      { kind: 'profile', id: 1, by: 'kim@example.com' },
    ]);
    expect(within(cell(1)).queryByText(/^open: /)).not.toBeInTheDocument();
    expect(within(cell(2)).getByText('open: ben@example.com')).toBeInTheDocument();
    await user.keyboard('j');
    reports([
      { ...BEN, id: 1 },
      { ...BEN, id: 2 },
    ]);
    expect(within(viewer()).getByText('ben@example.com is looking at it')).toBeInTheDocument();
    await user.keyboard('a');
    await shown(3);
    reports([]);
    expect(screen.queryByText(/open: /)).not.toBeInTheDocument();
  });

  it('a picture that somebody else had is claimed as soon as they leave it', async () => {
    const claim = { by: 'ben@example.com', until: '2099-01-01T00:00:00Z', mine: false };
    const { user, sent } = open([aPicture(1)], {
      'POST /claim-item': () => ({
        kind: 'image',
        id: 1,
        status: 0,
        review: 0,
        claim:
          sent('POST /claim-item').length > 1 ? { ...claim, by: 'office@example.com', mine: true } : claim,
        history: [],
        near: [],
      }),
    });
    await screen.findByRole('link', { name: /^Photo 1,/ });
    reports([{ ...BEN, id: 1 }]);
    await user.keyboard('j');
    expect(await screen.findByText(/has this open until/)).toBeInTheDocument();
    reports([]);
    await waitFor(() => expect(screen.queryByText(/has this open until/)).not.toBeInTheDocument());
    expect(sent('POST /claim-item')).toHaveLength(2);
  });

  it('what somebody else decides moves the counts; a decision of mine that it overrules cannot be undone', async () => {
    let left = 19;
    const mine = [aDecision({ id: 9 }), aDecision({ id: 8 })];
    open([aPicture(1)], {
      'GET /moderation-progress': () => ({ left, doneToday: 0, oldest: null }),
      'GET /moderation-decisions': () => mine,
    });
    expect(await screen.findByText('19')).toBeInTheDocument();
    expect(await screen.findByText('Photo 9 approved')).toBeInTheDocument();
    left = 18;
    mine.shift();
    act(() => stream()?.send('changed', {}));
    expect(await screen.findByText('18')).toBeInTheDocument();
    expect(await screen.findByText('Photo 8 approved')).toBeInTheDocument();
  });

  it('without the stream for a while nobody is said to look', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      open([aPicture(1)]);
      await act(() => jest.advanceTimersByTimeAsync(1000));
      reports([{ ...BEN, id: 1 }]);
      act(() => stream()?.fail());
      expect(within(cell(1)).getByText('open: ben@example.com')).toBeInTheDocument();
      await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
      expect(within(cell(1)).queryByText(/^open: /)).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });
});

it('says of an open picture every few seconds that it is open, while somebody works', async () => {
  const { sent, keys } = await openOnFakeClock();
  try {
    await keys.keyboard('j');
    await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
    expect(sent('POST /look-at-item').map(({ body }) => body)).toEqual(
      Array(3).fill({ kind: 'image', id: 1 }),
    );
    await keys.keyboard('{Escape}');
    await act(() => jest.advanceTimersByTimeAsync(LOOK_MS));
    expect(sent('POST /look-at-item')).toHaveLength(3);
  } finally {
    jest.useRealTimers();
  }
});

it('opens the first picture that waits and that nobody else has, when the address asks for the next', async () => {
  const held = { by: 'kim', until: new Date(Date.now() + 60_000).toISOString(), mine: false };
  const { place } = open([aPicture(1, { claim: held }), aPicture(2)], {}, '/gallery-images?open=next');
  expect(await shown(2)).toBeInTheDocument();
  expect(place.path).toBe('/gallery-images?photo=2');
});
