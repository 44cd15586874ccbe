import type { AuditRow } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AuditScreen } from './audit-screen';

const CHANGE: AuditRow = {
  id: 'a',
  at: '2026-11-02T15:00:00.000Z',
  actor: { kind: 'administrator', id: 1, emailAddress: 'admin@example.com' },
  action: 'affiliate.updated',
  subject: { type: 'affiliate', id: '12', name: 'Ann Lee' },
  before: { commission: 20, paymentType: 0 },
  after: { commission: 30, paymentType: 1 },
};
const DOWNLOAD: AuditRow = {
  ...CHANGE,
  id: 'b',
  actor: { kind: 'system', id: 0, emailAddress: '' },
  action: 'pay-file.downloaded',
  subject: { type: 'payFile', id: '3' },
  after: { part: 1 },
};
delete DOWNLOAD.before;

const answer = (lines: AuditRow[], more = false) =>
  new Response(JSON.stringify(lines), {
    headers: { 'content-type': 'application/json', 'X-More': String(more) },
  });

function open(path = '/', log: () => unknown = () => answer([CHANGE, DOWNLOAD], true)) {
  return renderApp(<AuditScreen />, { person: anAdmin(), path, api: { 'GET /audit-log': log } });
}
const asked = (app: ReturnType<typeof open>) =>
  app.calls.filter(({ route }) => route === 'GET /audit-log').map(({ query }) => query);
const searchFor = (app: ReturnType<typeof open>) =>
  app.user.click(screen.getByRole('button', { name: 'Search' }));
const table = () => screen.findByRole('table', { name: 'Audit log' });

it('shows who did what to which record, in the words of its screen, and links to it', async () => {
  const { container } = open();
  const [, change, download] = within(await table()).getAllByRole('row');
  // Where it is cut, the whole is on hover.
  expect(within(change as HTMLElement).getByTitle('admin@example.com')).toHaveTextContent(
    'admin@example.com',
  );
  expect(change).toHaveTextContent('Affiliate changed');
  expect(change).toHaveTextContent('Commission %: 20 → 30Payment type: Unknown → ACH');
  expect(within(change as HTMLElement).getByRole('link', { name: 'Affiliate 12, Ann Lee' })).toHaveAttribute(
    'href',
    '/affiliates?type=1&q=12&id=12',
  );
  expect(download).toHaveTextContent('systemPay file downloadedPay file 3Part: 1');
  await expectAccessible(container);
});

it('who sends a search by Enter stays in its field; Back brings the search before into the form', async () => {
  const app = open();
  await table();
  await app.user.type(screen.getByLabelText('Who (email)'), 'ann@example.com{Enter}');
  await waitFor(() => expect(asked(app).at(-1)).toEqual({ actor: 'ann@example.com' }));
  await table();
  expect(screen.getByLabelText('Who (email)')).toHaveFocus();
  act(() => app.place.go(-1));
  await waitFor(() => expect(screen.getByLabelText('Who (email)')).toHaveValue(''));
});

it('shows what an affiliate did again and again within an hour as one line, with a link to each', async () => {
  const actor = { kind: 'affiliate', id: 12, emailAddress: 'ann@example.com' };
  open('/', () => answer([{ ...CHANGE, actor, action: 'campaign.saved', grouped: 531 }]));
  const link = within(await table()).getByRole('link', { name: 'and 531 more within the hour' });
  expect(link).toHaveAttribute('href', '/audit-log?actor=ann%40example.com&action=campaign.saved');
});

it('shortens ids that only machines read, with the whole on hover, and says of a run what it paid and until when', async () => {
  const run = 'payroll-run.execute.2.2026-11-20.0a1B2c3D4e5F6g7H.mg7x2k9q0f3a7b';
  const campaign = '65f1c0ffee65f1c0ffee65f1';
  const uuid = '3f2b9c1a-0d4e-4f5a-8b6c-7d8e9f0a1b2c';
  const hash = 'mK3-u9_Qp1XzR7aT5cV0bN8sD2fG4hJ6kL1oI3yU5eW';
  open('/', () =>
    answer([
      {
        ...DOWNLOAD,
        action: 'payroll.executed',
        subject: { type: 'payrollRun', id: run },
        after: { persons: 2 },
      },
      { ...DOWNLOAD, id: 'c', after: { campaign, name: 'Summer 2026', entryID: `adjustment:${uuid}`, hash } },
    ]),
  );
  const link = within(await table()).getByRole('link', { name: 'Payroll run, Operators, Nov 20, 2026' });
  expect(link).toHaveAttribute('title', `Payroll run ${run}`);
  expect(link).toHaveAttribute('href', `/audit-log?subjectType=payrollRun&subjectID=${run}`);
  expect(screen.getByText('65f1c0ff…')).toHaveAttribute('title', campaign);
  expect(screen.getByText('3f2b9c1a…')).toHaveAttribute('title', uuid);
  const [, , line] = within(await table()).getAllByRole('row');
  expect(line).toHaveTextContent(
    'Campaign: 65f1c0ff…Name: Summer 2026Entry ID: adjustment:3f2b9c1a…Hash: mK3-u9_Q…',
  );
});

it('says that what a line said of somebody was erased', async () => {
  open('/', () => answer([{ ...DOWNLOAD, erased: true }]));
  expect(await table()).toHaveTextContent('Erased with the person’s data');
});

it('is narrowed by who, what, record and days, and the address says so', async () => {
  const app = open();
  await table();
  await app.user.type(screen.getByLabelText('Who (email)'), ' admin@example.com ');
  await app.user.selectOptions(screen.getByLabelText('What'), 'Affiliate changed');
  await app.user.selectOptions(screen.getByLabelText('Record'), 'Affiliate');
  await app.user.type(screen.getByLabelText('Record’s id'), '12');
  await app.user.type(screen.getByLabelText('Start date'), '1/2/2026');
  await searchFor(app);
  const query = {
    actor: 'admin@example.com',
    action: 'affiliate.updated',
    subjectType: 'affiliate',
    subjectID: '12',
    startDate: '2026-01-02',
  };
  await waitFor(() => expect(asked(app).at(-1)).toEqual(query));
  expect(app.place.path).toBe(`/?${new URLSearchParams(query)}`);
  expect(await screen.findByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    `/api/export-audit-log?${new URLSearchParams(query)}`,
  );
  await app.user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(app.place.path).toBe('/');
  expect(screen.getByLabelText('Who (email)')).toHaveValue('');
});

it('shows what its address says, and turns pages by it', async () => {
  const app = open('/?actor=bo@example.com&action=nonsense&subjectType=affiliate&startDate=x&page=2');
  await table();
  expect(asked(app)).toEqual([{ actor: 'bo@example.com', page: '2' }]);
  expect(screen.getByLabelText('Who (email)')).toHaveValue('bo@example.com');
  expect(screen.getByText('Page 2')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Older' }));
  expect(app.place.path).toBe('/?actor=bo%40example.com&page=3');
});

it.each([
  ['Record', 'Record’s id', 'Please enter the record’s id'],
  ['Record’s id', 'Record', 'Please select what the id is of'],
])('asks for both halves of a record: %s alone', async (given, missing, text) => {
  const app = open();
  await table();
  const field = screen.getByLabelText(given);
  if (field instanceof HTMLSelectElement) await app.user.selectOptions(field, 'Staff');
  else await app.user.type(field, '5');
  await searchFor(app);
  expect(screen.getByLabelText(missing)).toHaveAccessibleDescription(text);
  expect(asked(app)).toHaveLength(1);
});

it('says of a date that is none, and does not search without it', async () => {
  const app = open();
  await table();
  await app.user.type(screen.getByLabelText('End date'), '2/30/2026{Enter}');
  expect(screen.getByLabelText('End date')).toHaveAccessibleDescription('Write the date as m/d/yyyy');
  expect(screen.getByLabelText('End date')).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('Write the date as m/d/yyyy');
  expect(asked(app)).toHaveLength(1);
  await app.user.clear(screen.getByLabelText('End date'));
  await app.user.type(screen.getByLabelText('End date'), '2/28/2026{Enter}');
  await waitFor(() => expect(asked(app).at(-1)).toEqual({ endDate: '2026-02-28' }));
});

it('says that nothing matches, and offers another try when the call fails', async () => {
  const answers = [failure(500), answer([])];
  const app = open('/', () => answers.shift());
  await app.user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing in the log matches.')).toBeInTheDocument();
});

it('keeps its filters in a sheet on a phone, which a search closes', async () => {
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const app = open('/?action=affiliate.updated&subjectType=affiliate&subjectID=12');
  await table();
  expect(screen.queryByLabelText('Who (email)')).not.toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Filters (2)' }));
  await app.user.type(screen.getByLabelText('Who (email)'), 'bo@example.com');
  await searchFor(app);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(asked(app).at(-1)).toMatchObject({ actor: 'bo@example.com', subjectID: '12' });
  Reflect.deleteProperty(window, 'matchMedia');
});
