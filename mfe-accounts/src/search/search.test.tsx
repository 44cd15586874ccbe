/* One list for three kinds of people: the tests share its rows, views and address. */

import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  aMemberRecord,
  anAffiliateRecord,
  aStaffRecord,
  BESIDE,
  MEMBER_PERFORMANCE,
  PERFORMANCE,
  page,
  STAFF_PERFORMANCE,
} from '../testing/records';
import { AffiliatesScreen, MembersScreen, StaffScreen } from './accounts-screen';

const ANN = anAffiliateRecord();
const BO = anAffiliateRecord({ affID: 13, firstName: 'Bo', lastName: 'Ek', status: 2 });

function open(path = '/affiliates', api = {}) {
  return renderApp(<AffiliatesScreen />, {
    person: anAdmin(),
    path,
    api: {
      'GET /get-affiliate-info': ({ query }: { query: Record<string, string> }) =>
        page(query.AffID ? [ANN] : [ANN, BO], query.AffID ? 1 : 120),
      ...BESIDE,
      ...api,
    },
  });
}
/** All but the list of the newest, which is there before a search. */
const searches = (app: ReturnType<typeof open>) =>
  app.calls
    .filter(
      ({ route, query }) =>
        route === 'GET /get-affiliate-info' && !(query.sort === 'id' && query.order === 'desc'),
    )
    .map(({ query: { period: _, ...query } }) => query);
const search = async (app: ReturnType<typeof open>, type: string, value: string) => {
  await app.user.selectOptions(screen.getByLabelText('Search by'), type);
  await app.user.clear(screen.getByLabelText('Search for'));
  if (value) await app.user.type(screen.getByLabelText('Search for'), value);
  await app.user.click(screen.getByRole('button', { name: 'Search' }));
};
const toAdd = (filter: string) =>
  within(screen.getByRole('group', { name: 'Filters to add' })).getByRole('button', { name: filter });
const table = () => screen.findByRole('table', { name: 'affiliates found' });

it('asks for a search type', async () => {
  const app = open();
  await app.user.click(screen.getByRole('button', { name: 'Search' }));
  expect(within(screen.getByRole('status')).getByText('Please select search type')).toBeInTheDocument();
  expect(screen.getByLabelText('Search by')).toHaveFocus();
  expect(searches(app)).toEqual([]);
});

it.each([
  ['12', 'Search by ID', '/?type=1&q=12'],
  ['ann@', 'Search by email', '/?type=3&q=ann%40'],
  ["o'brien 2", 'Search by first or last name', '/?type=2&q=o%27brien+2'],
])(
  'offers to search for %s as what it looks like, and the type is still asked for',
  async (value, name, path) => {
    const app = open('/');
    await app.user.type(screen.getByLabelText('Search for'), value);
    await app.user.click(screen.getByRole('button', { name: 'Search' }));
    expect(screen.getByLabelText('Search by')).toHaveAccessibleDescription('Please select search type');
    await app.user.click(screen.getByRole('button', { name }));
    expect(app.place.path).toBe(path);
    expect(screen.queryByRole('button', { name: /^Search by/ })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Search for')).toHaveFocus();
  },
);

it.each(['', 'ann', '0', '1.5', '-3'])('asks for a number, not %j, as an id', async (value) => {
  const app = open();
  await search(app, 'ID', value);
  expect(screen.getByLabelText('Search for')).toHaveAccessibleDescription('Please enter a number');
  expect(searches(app)).toEqual([]);
});

it.each([
  ['ID', '12', { AffID: '12' }, '/?type=1&q=12'],
  ['First or last name', "o'brien é", { SearchName: "o'brien é" }, '/?type=2&q=o%27brien+%C3%A9'],
  ['Email', 'a+b@', { Email: 'a+b@' }, '/?type=3&q=a%2Bb%40'],
])('searches by %s, and the address says so', async (type, value, query, path) => {
  const app = open('/');
  await search(app, type, value);
  await table();
  expect(searches(app)).toEqual([query]);
  expect(app.place.path).toBe(path);
  expect(screen.getByRole('button', { name: 'Search' })).toHaveFocus();
});

it('the same search is sent again, and Back leads at once to what was before it', async () => {
  const app = open('/');
  await search(app, 'Email', 'bo@');
  await search(app, 'Email', 'ann@');
  await search(app, 'Email', 'ann@');
  await waitFor(() => expect(searches(app).map(({ Email }) => Email)).toEqual(['bo@', 'ann@', 'ann@']));
  act(() => app.place.go(-1));
  expect(app.place.path).toBe('/?type=3&q=bo%40');
});

it('shows what its address says, selection included', async () => {
  const app = open('/affiliates?type=2&q=ann&page=2&sort=email&order=desc&id=12');
  expect(await screen.findByText('120 affiliates')).toBeInTheDocument();
  expect(searches(app)).toContainEqual({ SearchName: 'ann', page: '2', sort: 'email', order: 'desc' });
  expect(screen.getByLabelText('Search for')).toHaveValue('ann');
  expect(screen.getByText('Page 2 of 3')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: /Email/ })).toHaveAttribute('aria-sort', 'descending');
  expect(await screen.findByRole('heading', { name: 'Ann Lee' })).toBeInTheDocument();
  const action = screen.getByRole('button', { name: 'select 12 Ann Lee' });
  expect(action).toHaveTextContent(/^select$/);
  expect(action).toHaveAttribute('aria-pressed', 'true');
});

it.each([
  ['/affiliates?type=9&q=ann', []],
  ['/affiliates?type=1&q=ann', []],
  ['/affiliates?type=2&q=ann&page=-1&sort=passcode&id=x', [{ SearchName: 'ann' }]],
])('makes the best of a damaged address: %s', async (path, queries) => {
  const app = open(path);
  await waitFor(() => expect(searches(app)).toEqual(queries));
});

it('sorts, turns round and turns pages by the address; each new result set clears the selection', async () => {
  const app = open('/?type=2&q=ann&id=12');
  await screen.findByRole('heading', { name: 'Ann Lee' });
  await app.user.click(within(await table()).getByRole('button', { name: /^Name/ }));
  expect(app.place.path).toBe('/?type=2&q=ann&sort=name');
  expect(screen.queryByRole('heading', { name: 'Ann Lee' })).not.toBeInTheDocument();
  await app.user.click(within(await table()).getByRole('button', { name: /^Name/ }));
  expect(app.place.path).toBe('/?type=2&q=ann&sort=name&order=desc');
  await app.user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(app.place.path).toBe('/?type=2&q=ann&page=2&sort=name&order=desc');
  await app.user.click(await screen.findByRole('button', { name: 'select 13 Bo Ek' }));
  expect(app.place.path).toBe('/?type=2&q=ann&page=2&sort=name&order=desc&id=13');
  await screen.findByRole('region', { name: 'Details' });
  await search(app, 'Email', 'bo@');
  expect(app.place.path).toBe('/?type=3&q=bo%40');
  expect(screen.queryByRole('region', { name: 'Details' })).not.toBeInTheDocument();
});

it('leads from page to page by cursors, which the address keeps, however large the result', async () => {
  const answer = ({ query }: { query: Record<string, string> }) => {
    const found = page([ANN], 200_000);
    const at = Number(query.page ?? 1);
    found.headers.set('X-Next-Cursor', `behind${at}`);
    if (at > 1) found.headers.set('X-Previous-Cursor', `before${at}`);
    return found;
  };
  const app = open('/?type=2&q=a&page=399', { 'GET /get-affiliate-info': answer });
  expect(await screen.findByText('Page 399 of 4,000')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Next' }));
  expect(app.place.path).toBe('/?type=2&q=a&page=400&cursor=behind399');
  await screen.findByText('Page 400 of 4,000');
  expect(searches(app).at(-1)).toEqual({ SearchName: 'a', page: '400', cursor: 'behind399' });
  await app.user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(app.place.path).toBe('/?type=2&q=a&page=399&cursor=before400');
  await app.user.click(within(await table()).getByRole('button', { name: /^Status/ }));
  expect(app.place.path).toBe('/?type=2&q=a&sort=status');
});

it('says why a link is refused: its cursor is of another search', async () => {
  const text = 'This place belongs to another search';
  open('/?type=2&q=a&page=2&cursor=x', {
    'GET /get-affiliate-info': () => failure(400, 'invalid_input', { cursor: text }, text),
  });
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
  expect(screen.queryByText('The affiliates could not be searched.')).not.toBeInTheDocument();
});

it('lists the newest accounts before a search, and opens one by a click anywhere on its row', async () => {
  const app = open('/', { 'GET /get-affiliate-info': () => page([BO, ANN]) });
  const cell = await screen.findByText('Bo Ek');
  expect(app.calls[0]?.query).toEqual({ period: 'last30Days', sort: 'id', order: 'desc' });
  await app.user.click(cell);
  expect(app.place.path).toBe(`/?id=${BO.affID}`);
});

it('narrows a search by filters, which the address and chips show, and keeps them for the next search', async () => {
  const app = open('/?type=2&q=ann&page=2&id=12');
  const add = async (filter: string) => {
    await app.user.click(screen.getByRole('button', { name: 'Add filter' }));
    await app.user.click(toAdd(filter));
  };
  await add('Status');
  await app.user.selectOptions(screen.getByLabelText('Status'), 'Closed');
  expect(app.place.path).toBe('/?type=2&q=ann&status=2');
  await add('Joined from');
  expect(screen.queryByLabelText('Status')).not.toBeInTheDocument();
  await app.user.type(screen.getByLabelText('Joined from'), '1/5/2026');
  expect(app.place.path).toBe('/?type=2&q=ann&status=2&joinedFrom=2026-01-05');
  await table();
  expect(searches(app).at(-1)).toEqual({ SearchName: 'ann', status: '2', joinedFrom: '2026-01-05' });
  await search(app, 'Email', 'bo@');
  expect(app.place.path).toBe('/?type=3&q=bo%40&status=2&joinedFrom=2026-01-05');
  await app.user.click(screen.getByRole('button', { name: 'Remove Status: Closed' }));
  // The next chip stands where the first one stood.
  fireEvent.click(screen.getByRole('button', { name: /^Remove Joined from/ }), { detail: 2 });
  expect(app.place.path).toBe('/?type=3&q=bo%40&joinedFrom=2026-01-05');
  expect(screen.getByText('Joined from: Jan 5, 2026')).toBeInTheDocument();
});

it('opens a filter’s field from its chip, and leads back to it; without the chip to "Add filter"', async () => {
  const app = open('/?type=2&q=ann&status=2&only=quiet');
  await app.user.click(screen.getByRole('button', { name: 'Only: Gone quiet' }));
  expect(screen.getByLabelText('Only')).toHaveFocus();
  await app.user.selectOptions(screen.getByLabelText('Only'), 'Waiting for payment details');
  expect(screen.getByLabelText('Only')).toHaveFocus();
  await app.user.keyboard('{Escape}');
  expect(screen.queryByLabelText('Only')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Only: Waiting for payment details' })).toHaveFocus();
  await app.user.click(screen.getByRole('button', { name: 'Remove Status: Closed' }));
  expect(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(toAdd('Status')).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(screen.getByLabelText('Status')).toHaveFocus();
  await expectAccessible(screen.getByRole('list', { name: 'Filters' }).parentElement as HTMLElement);
  await app.user.click(screen.getByLabelText('Search for'));
  expect(screen.queryByLabelText('Status')).not.toBeInTheDocument();
  expect(app.place.path).toBe('/?type=2&q=ann&only=unpayable');
});

it('shows further columns and closer rows as its address says; what is chosen keeps the place', async () => {
  const app = open('/?type=2&q=ann&page=2&columns=paymentType,passcode&rows=compact&id=12');
  expect(await screen.findByRole('columnheader', { name: 'Payment type' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true');
  await app.user.click(screen.getByRole('button', { name: 'Columns' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Joined' }));
  expect(within(await table()).getAllByText('Jan 5, 2026')).toHaveLength(2);
  await app.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus();
  await app.user.click(screen.getByRole('button', { name: 'Compact rows' }));
  expect(app.place.path).toBe('/?type=2&q=ann&page=2&columns=paymentType%2CdateCreated&id=12');
});

it('saves a search under a name, leads to it and forgets it', async () => {
  const app = open('/?type=2&q=ann&status=0&page=2&id=12');
  await app.user.click(await screen.findByRole('button', { name: 'Save this search' }));
  expect(screen.getByLabelText('Name of the search')).toHaveFocus();
  await app.user.type(screen.getByLabelText('Name of the search'), 'New Anns{Enter}');
  const link = await screen.findByRole('link', { name: 'New Anns' });
  expect(screen.getByRole('button', { name: 'Save this search' })).toHaveFocus();
  expect(link).toHaveAttribute('href', '/?type=2&q=ann&status=0');
  await search(app, 'Email', 'bo@');
  await app.user.click(screen.getByRole('link', { name: 'New Anns' }));
  expect(app.place.path).toBe('/?type=2&q=ann&status=0');
  expect(screen.getByLabelText('Search for')).toHaveValue('ann');
  await app.user.click(screen.getByRole('button', { name: 'Forget New Anns' }));
  expect(screen.queryByRole('link', { name: 'New Anns' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save this search' })).toHaveFocus();
});

it('the second click of a double click forgets no other search', async () => {
  const app = open('/?type=2&q=ann');
  for (const name of ['First', 'Second']) {
    await app.user.click(await screen.findByRole('button', { name: 'Save this search' }));
    await app.user.type(screen.getByLabelText('Name of the search'), `${name}{Enter}`);
  }
  await app.user.click(await screen.findByRole('button', { name: 'Forget First' }));
  // The next one stands where the first one stood.
  fireEvent.click(screen.getByRole('button', { name: 'Forget Second' }), { detail: 2 });
  expect(screen.getByRole('link', { name: 'Second' })).toBeInTheDocument();
});

it('saves no more searches than are kept, without dropping another', async () => {
  const saved = Array.from({ length: 20 }, (_, index) => ({ name: `View ${index + 10}`, query: 'q=ann' }));
  const stored = jest.spyOn(Storage.prototype, 'getItem').mockReturnValue(JSON.stringify(saved));
  const app = open('/?type=2&q=bo');
  await app.user.click(await screen.findByRole('button', { name: 'Save this search' }));
  const name = screen.getByLabelText('Name of the search');
  await app.user.type(name, 'Bo{Enter}');
  expect(await screen.findByText('20 searches are kept: forget one first')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Forget / })).toHaveLength(20);
  await app.user.clear(name);
  await app.user.type(name, 'View 29{Enter}');
  expect(await screen.findByRole('link', { name: 'View 29' })).toHaveAttribute('href', '/?type=2&q=bo');
  stored.mockRestore();
});

it('a search that another tab has saved meanwhile stays', async () => {
  const app = open('/?type=2&q=ann');
  await app.user.click(await screen.findByRole('button', { name: 'Save this search' }));
  const key = 'partnerdesk.searches.affiliate.office@example.com';
  localStorage.setItem(key, JSON.stringify([{ name: 'Other tab', query: 'status=0' }]));
  await app.user.type(screen.getByLabelText('Name of the search'), 'New Anns{Enter}');
  expect(await screen.findByRole('link', { name: 'New Anns' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Other tab' })).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toHaveLength(2);
});

const NOTHING = { ...PERFORMANCE, clicks: 0, sales: 0, epc: null, lastSale: undefined, daily: [] };

it('shows how affiliates perform in a period, sorted by the address, and until when that is right', async () => {
  const app = open('/?sort=epc&order=desc', {
    'GET /get-affiliate-info': () => {
      const found = page([
        { ...ANN, performance: PERFORMANCE },
        { ...BO, performance: NOTHING },
      ]);
      found.headers.set('X-Figures-Until', '2026-11-25T20:15:00Z');
      return found;
    },
  });
  const [, ann, bo] = within(await table()).getAllByRole('row');
  for (const text of ['1,200', '30', '$812.50', '$0.20', '$243.75', '$99.00', 'Nov 20, 2026'])
    expect(within(ann as HTMLElement).getByText(text)).toBeInTheDocument();
  expect(within(bo as HTMLElement).getAllByText('–')).toHaveLength(2);
  expect(screen.getByText('as of Nov 25, 2026, 3:15 PM')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: /EPC/ })).toHaveAttribute('aria-sort', 'descending');
  await app.user.selectOptions(screen.getByLabelText('Figures of'), 'Last month');
  expect(app.place.path).toBe('/?period=lastMonth&sort=epc&order=desc');
  await waitFor(() =>
    expect(app.calls.at(-1)?.query).toEqual({ period: 'lastMonth', sort: 'epc', order: 'desc' }),
  );
});

it('shows what staff sold and how their pictures were judged, and what members bought in all', async () => {
  const unrated = { ...STAFF_PERFORMANCE, pictures: { approved: 0, judged: 0 } };
  const rows = [
    aStaffRecord({ performance: STAFF_PERFORMANCE }),
    aStaffRecord({ staffID: 6, performance: unrated }),
  ];
  const staff = renderApp(<StaffScreen />, {
    person: anAdmin(),
    path: '/?period=lastMonth&sort=rating',
    api: { 'GET /get-staff-info': () => page(rows) },
  });
  const [, sam, bo] = within(await screen.findByRole('table', { name: 'staff found' })).getAllByRole('row');
  for (const text of ['41', '$512.40', '$80.00', 'Nov 24, 2026', '75% of 12'])
    expect(within(sam as HTMLElement).getByText(text)).toBeInTheDocument();
  expect(within(bo as HTMLElement).getByText('–')).toBeInTheDocument();
  expect(staff.calls.at(-1)?.query).toEqual({ period: 'lastMonth', sort: 'rating', order: 'asc' });
  staff.unmount();
  const members = renderApp(<MembersScreen />, {
    person: anAdmin(),
    path: '/',
    api: { 'GET /get-member-info': () => page([aMemberRecord({ performance: MEMBER_PERFORMANCE })]) },
  });
  await members.user.click(await screen.findByRole('link', { name: 'Highest value' }));
  expect(members.calls.at(-1)?.query).toEqual({ period: 'all', sort: 'value', order: 'desc' });
  const [, zoe] = within(await screen.findByRole('table', { name: 'members found' })).getAllByRole('row');
  for (const text of ['$1,204.50', 'Nov 23, 2026'])
    expect(within(zoe as HTMLElement).getByText(text)).toBeInTheDocument();
  expect(screen.queryByLabelText('Figures of')).not.toBeInTheDocument();
});

it('marks one tab of a list that has two names: the one that the person has given it', async () => {
  const app = open('/?only=quiet&sort=lastSale&order=desc');
  await app.user.click(await screen.findByRole('button', { name: 'Save this search' }));
  await app.user.type(screen.getByLabelText('Name of the search'), 'Mine{Enter}');
  expect(await screen.findByRole('link', { name: 'Mine' })).toHaveAttribute('aria-current', 'true');
  const marked = within(screen.getByRole('navigation', { name: 'Views' }))
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'));
  expect(marked).toHaveLength(1);
  await app.user.click(screen.getByRole('button', { name: 'Forget Mine' }));
  expect(screen.getByRole('link', { name: /^Gone quiet/ })).toHaveAttribute('aria-current', 'true');
});

it('has views as tabs, which keep how the list is shown', async () => {
  const app = open('/?sort=earned&order=desc&rows=compact');
  await table();
  expect(screen.getByRole('link', { name: 'Best of 30 days' })).toHaveAttribute('aria-current', 'true');
  await app.user.click(screen.getByRole('link', { name: 'Gone quiet: sales fell by half' }));
  expect(app.place.path).toBe('/?only=quiet&sort=lastSale&order=desc&rows=compact');
  expect(screen.getByText('Only: Gone quiet')).toBeInTheDocument();
  expect(searches(app).at(-1)).toEqual({ only: 'quiet', sort: 'lastSale', order: 'desc' });
});

it('is walked by j and k, but not while somebody types', async () => {
  const app = open('/?type=2&q=ann');
  await table();
  await app.user.keyboard('j');
  expect(screen.getByRole('button', { name: 'select 12 Ann Lee' })).toHaveFocus();
  await app.user.keyboard('jjk');
  expect(screen.getByRole('button', { name: 'select 12 Ann Lee' })).toHaveFocus();
  await app.user.keyboard('j{Enter}');
  expect(app.place.path).toBe('/?type=2&q=ann&id=13');
  await app.user.type(screen.getByLabelText('Search for'), 'jk');
  expect(screen.getByLabelText('Search for')).toHaveValue('annjk');
});

it('is walked by the arrow keys; closing the details leads back to the row they were opened from', async () => {
  const app = open('/?type=2&q=ann');
  (await screen.findByRole('button', { name: 'select 12 Ann Lee' })).focus();
  await app.user.keyboard('{ArrowUp}{ArrowDown}');
  expect(screen.getByRole('button', { name: 'select 13 Bo Ek' })).toHaveFocus();
  await app.user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Ann Lee' })).toHaveFocus());
  await app.user.click(screen.getByRole('button', { name: 'Close details' }));
  expect(screen.getByRole('button', { name: 'select 12 Ann Lee' })).toHaveFocus();
});

it('closing the details brings their row into the window once these are gone; without it, the first row', async () => {
  const scrolled: (string | null)[] = [];
  const app = open('/?type=2&q=ann&id=13', {
    'GET /get-affiliate-info': ({ query }: { query: Record<string, string> }) =>
      page(query.AffID === '13' ? [BO] : query.AffID ? [anAffiliateRecord({ affID: 99 })] : [ANN, BO]),
  });
  await screen.findByRole('heading', { name: 'Bo Ek' });
  await table();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    const isOpen = screen.queryByRole('region', { name: 'Details' });
    scrolled.push(`${this.getAttribute('aria-label')}, ${isOpen ? 'open' : 'closed'}`);
  };
  await app.user.click(screen.getByRole('button', { name: 'Close details' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'select 13 Bo Ek' })).toHaveFocus());
  expect(scrolled).toEqual(['select 13 Bo Ek, closed']);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  act(() => app.place.go('/?type=2&q=ann&id=99'));
  await app.user.click(await screen.findByRole('button', { name: 'Close details' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'select 12 Ann Lee' })).toHaveFocus());
});

it('takes a link’s reader to the details again once the list above them has its rows', async () => {
  const scrolled: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled.push(`${this.textContent}, ${screen.queryByText('120 affiliates') ? 'below rows' : 'alone'}`);
  };
  let list = (_rows: Response) => {};
  const rows = new Promise<Response>((resolve) => {
    list = resolve;
  });
  open('/?id=12', {
    'GET /get-affiliate-info': ({ query }: { query: Record<string, string> }) =>
      query.AffID ? page([ANN]) : rows,
  });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Ann Lee' })).toHaveFocus());
  list(page([ANN, BO], 120));
  await screen.findByText(/^120 affiliates/);
  expect(scrolled).toEqual(['Ann Lee, alone', 'Ann Lee, below rows']);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

it('exports all rows of the search, in its order, once the person has confirmed who they are', async () => {
  const saved: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.pathname + this.search);
  });
  const app = open('/?type=2&q=ann&page=3&sort=name&order=desc', { 'GET /confirmation': () => true });
  await app.user.click(await screen.findByRole('link', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(saved).toEqual(['/api/export-affiliates?SearchName=ann&period=last30Days&sort=name&order=desc']),
  );
  expect(app.calls.at(-1)?.route).toBe('GET /confirmation');
  click.mockRestore();
});

it.each([
  ['get-affiliate-info', AffiliatesScreen, 'No affiliates matching your search criteria'],
  ['get-staff-info', StaffScreen, 'No staffs matching your search criteria'],
  ['get-member-info', MembersScreen, 'No members matching your search criteria'],
])('%s: says that nobody was found', async (call, Screen, text) => {
  renderApp(<Screen />, {
    person: anAdmin(),
    path: '/?type=2&q=x',
    api: { [`GET /${call}`]: () => page([]) },
  });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it.each([
  ['?type=2&q=x', 1],
  ['?type=1&q=7', 0],
])('%s: says that a start is enough only of a name or email', async (search, hints) => {
  open(`/${search}`, { 'GET /get-affiliate-info': () => page([]) });
  await screen.findByText('No affiliates matching your search criteria');
  expect(screen.queryAllByText(/The start of a name or email is enough/)).toHaveLength(hints);
});

it('offers another try when the search fails', async () => {
  const answers = [failure(500), page([ANN])];
  const app = open('/?type=2&q=ann', { 'GET /get-affiliate-info': () => answers.shift() });
  await app.user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await table()).toBeInTheDocument();
});

it('shows closed accounts as such, staff and members with their own columns', async () => {
  const { container, unmount } = open('/?type=2&q=ann');
  expect(within(await table()).getByText('Closed')).toBeInTheDocument();
  await expectAccessible(container);
  unmount();
  const staff = renderApp(<StaffScreen />, {
    person: anAdmin(),
    path: '/?type=2&q=ann',
    api: { 'GET /get-staff-info': () => page([aStaffRecord({ status: 10 })]) },
  });
  expect(await screen.findByText('Rejected')).toBeInTheDocument();
  staff.unmount();
  renderApp(<MembersScreen />, {
    person: anAdmin(),
    path: '/?type=2&q=z',
    api: { 'GET /get-member-info': () => page([aMemberRecord()]) },
  });
  expect(await screen.findByRole('columnheader', { name: 'Credits' })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: 'Username' })).toBeInTheDocument();
});
