import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { aMemberRecord, anAffiliateRecord, aStaffRecord, BESIDE, page } from '../testing/records';
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
    .map(({ query }) => query);
const search = async (app: ReturnType<typeof open>, type: string, value: string) => {
  await app.user.selectOptions(screen.getByLabelText('Search by'), type);
  await app.user.clear(screen.getByLabelText('Search for'));
  if (value) await app.user.type(screen.getByLabelText('Search for'), value);
  await app.user.click(screen.getByRole('button', { name: 'Search' }));
};
const table = () => screen.findByRole('table', { name: 'affiliates found' });

it('asks for a search type', async () => {
  const app = open();
  await app.user.click(screen.getByRole('button', { name: 'Search' }));
  expect(within(screen.getByRole('status')).getByText('Please select search type')).toBeInTheDocument();
  expect(screen.getByLabelText('Search by')).toHaveFocus();
  expect(searches(app)).toEqual([]);
});

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

it('offers only sorts that the server can answer for a large result', async () => {
  open('/?type=2&q=a', { 'GET /get-affiliate-info': () => page([ANN], 200_000) });
  const found = await table();
  expect(within(found).queryByRole('button', { name: /Name|Email|Status/ })).not.toBeInTheDocument();
  expect(screen.getByText(/Narrow the search to 2,000 rows/)).toBeInTheDocument();
});

it('says from the first page on how far the pages lead', async () => {
  open('/?type=2&q=a', { 'GET /get-affiliate-info': () => page([ANN], 200_000) });
  expect(await screen.findByText('Page 1 of 4,000')).toBeInTheDocument();
  expect(screen.getByText(/^The first 100 can be opened here\./)).toBeInTheDocument();
});

it('says why a link’s sort is refused: the result has grown too large for it', async () => {
  const text = 'Narrow the search to at most 2000 rows to sort by this column';
  open('/?type=2&q=a&sort=email', {
    'GET /get-affiliate-info': () => failure(400, 'invalid_input', { sort: text }, text),
  });
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
  expect(screen.queryByText('The affiliates could not be searched.')).not.toBeInTheDocument();
});

it('lists the newest accounts before a search, and opens one by a click anywhere on its row', async () => {
  const app = open('/', { 'GET /get-affiliate-info': () => page([BO, ANN]) });
  const cell = await screen.findByText('Bo Ek');
  expect(app.calls[0]?.query).toEqual({ sort: 'id', order: 'desc' });
  await app.user.click(cell);
  expect(app.place.path).toBe(`/?sort=id&order=desc&id=${BO.affID}`);
});

it('exports all rows of the search, in its order', async () => {
  open('/?type=2&q=ann&page=3&sort=name&order=desc');
  expect(await screen.findByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/export-affiliates?SearchName=ann&sort=name&order=desc',
  );
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
