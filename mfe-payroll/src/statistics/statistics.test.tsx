import { STATISTICS_FIELDS } from '@partnerdesk/contracts';
import { useNavigate } from '@partnerdesk/web';
import { expectAccessible, failure } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { SiteStatisticsScreen, StaffStatisticsScreen } from './statistics-screen';
import { figureRows, figures, figureTable, open, show } from './testing';

/** The screen, left and visited again at the address of its menu entry. */
function Visits() {
  const [here, setHere] = useState(true);
  const navigate = useNavigate();
  const change = () => {
    setHere(!here);
    navigate('/');
  };
  return (
    <>
      <button type="button" onClick={change}>
        {here ? 'Leave' : 'Come back'}
      </button>
      {here && <SiteStatisticsScreen />}
    </>
  );
}

it('shows nothing before the first load, then every field in its order and format', async () => {
  const { user, container } = open(SiteStatisticsScreen);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await show(user);
  const rows = figureRows(await figureTable());
  expect(rows.map((row) => row.dataset.figure)).toEqual(STATISTICS_FIELDS.map(({ name }) => name));
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]!.textContent).slice(0, 3)).toEqual([
    '1,234',
    '$56.70',
    '$0.00',
  ]);
  await expectAccessible(container);
});

it('opens with this month; a first load that fails leaves the panel hidden', async () => {
  const answers: unknown[] = [failure(503), { adminSiteStatistics: figures({ salesCount: 5 }) }];
  const { user } = open(SiteStatisticsScreen, { 'GET /admin-get-statistics': () => answers.shift() }, '/');
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('This Month');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show Statistics' }));
  expect(await figureTable()).toBeInTheDocument();
});

it('asks for nothing twice on opening', async () => {
  const { calls } = open(SiteStatisticsScreen, {}, '/');
  await figureTable();
  const asked = calls.map(({ route, query }) => JSON.stringify([route, query]));
  expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([]);
});

it('asks for site statistics without a staff id, in dates of the wire', async () => {
  const { user, calls } = open(SiteStatisticsScreen);
  expect(screen.queryByLabelText('Staff ID')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Start date'), '2026-03-01');
  await user.type(screen.getByLabelText('End date'), '2026-03-09');
  await show(user, '');
  await figureTable();
  expect(calls[0]).toMatchObject({
    route: 'GET /admin-get-statistics',
    query: { startDate: '3/1/2026', endDate: '3/9/2026', statsType: '1', staffID: '0' },
  });
});

it('without dates: the text of the warning, the fields marked, no call', async () => {
  const { user, calls } = open(SiteStatisticsScreen);
  await show(user, '');
  expect(screen.getByText('Please select statistics date range')).toBeInTheDocument();
  expect(screen.getByLabelText('Start date')).toBeInvalid();
  expect(screen.getByLabelText('End date')).toBeInvalid();
  expect(calls).toEqual([]);
});

it('staff: an id from 0, and only the fields of staff', async () => {
  const { user, calls } = open(StaffStatisticsScreen, {
    'GET /admin-get-statistics': () => ({ adminStaffStatistics: figures({ tipsCount: 3, tipsAmount: 1.5 }) }),
  });
  const field = screen.getByLabelText('Staff ID');
  expect(field).toHaveAttribute('min', '0');
  await user.type(field, '-1');
  await show(user);
  expect(field).toBeInvalid();
  await show(user, '');
  expect(field).toBeInvalid();
  expect(calls).toEqual([]);
  await user.clear(field);
  await user.type(field, '7');
  await show(user);
  const rows = figureRows(await figureTable());
  expect(rows.map((row) => row.dataset.figure)).toEqual(
    STATISTICS_FIELDS.filter(({ staff }) => staff).map(({ name }) => name),
  );
  expect(calls[0]?.query).toMatchObject({ statsType: '2', staffID: '7' });
});

it('what is shown is in the address', async () => {
  const { user, place } = open(SiteStatisticsScreen);
  await user.type(screen.getByLabelText('Start date'), '2026-03-01');
  await user.type(screen.getByLabelText('End date'), '2026-03-09');
  await show(user, '');
  await figureTable();
  expect(place.path).toBe('/?startDate=2026-03-01&endDate=2026-03-09');
});

it('an address shows what it says at once, in the fields too', async () => {
  const { calls } = open(
    StaffStatisticsScreen,
    { 'GET /admin-get-statistics': () => ({ adminStaffStatistics: figures({ tipsCount: 3 }) }) },
    '/?startDate=2026-03-01&endDate=2026-03-09&staffID=7',
  );
  await figureTable();
  expect(calls[0]?.query).toMatchObject({ startDate: '3/1/2026', endDate: '3/9/2026', staffID: '7' });
  expect(screen.getByLabelText('Start date')).toHaveValue('3/1/2026');
  expect(screen.getByLabelText('Staff ID')).toHaveValue(7);
});

it.each([
  '/?staffID=7',
  '/?startDate=2026-03-09&endDate=2026-03-01&staffID=7',
  '/?startDate=x&endDate=2026-03-01&staffID=7',
])('%s fills the staff id, and asks and shows nothing', async (path) => {
  const { calls } = open(StaffStatisticsScreen, {}, path);
  expect(screen.getByLabelText('Staff ID')).toHaveValue(7);
  expect(screen.getByLabelText('Start date')).toHaveValue('');
  expect([calls, screen.queryByRole('table')]).toEqual([[], null]);
});

it('a preset is one click; the next visit opens with it, and Back to no period shows nothing', async () => {
  const { user, place } = open(Visits);
  await show(user, 'Last Month');
  await figureTable();
  act(() => place.go(-1));
  await waitFor(() => expect(screen.queryByRole('table')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await user.click(screen.getByRole('button', { name: 'Come back' }));
  await figureTable();
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Last Month');
});

it.each([
  ['failed', failure(500)],
  ['unreadable', { adminSiteStatistics: 'none' }],
])('a %s load raises the banner once and leaves what was shown', async (_, answer) => {
  let answers: unknown[] = [{ adminSiteStatistics: figures({ salesCount: 5 }) }, answer];
  const { user } = open(SiteStatisticsScreen, { 'GET /admin-get-statistics': () => answers.shift() });
  await show(user, 'Yesterday');
  const table = await figureTable();
  await show(user, 'Last Month');
  const alert = await screen.findByText('Error occured. Please try again later');
  expect(alert).toHaveTextContent(/^Error occured/);
  expect(table).toBeInTheDocument();
  answers = [];
});
