import type { FailedWorkRow, FailedWorkSummary } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, type FakeRoutes, failure } from '@partnerdesk/web/testing';
import { screen, within } from '@testing-library/react';
import { renderShell } from '../testing';

const AT = '2026-11-21T16:00:00Z';
const MAILS: FailedWorkSummary = {
  kind: 'mails',
  count: 2,
  more: false,
  oldestAt: AT,
  reasons: [{ reason: 'No such mailbox', count: 2 }],
};
const REFUSED: FailedWorkSummary = {
  kind: 'refused-events',
  count: 1000,
  more: true,
  oldestAt: AT,
  reasons: [{ reason: '"at" must be an ISO 8601 instant in UTC', count: 1000 }],
};
const rowOf = (fields: Partial<FailedWorkRow>): FailedWorkRow => ({
  id: 'm1',
  what: 'contact',
  at: AT,
  reason: 'No such mailbox',
  retry: 'with-all',
  ...fields,
});

const open = (path: string, api: FakeRoutes) =>
  renderShell({
    path,
    person: anAdmin(),
    api: {
      'GET /moderation-queues': () => ({}),
      'GET /failed-work': () => [MAILS, REFUSED],
      'GET /failed-work/mails': () => ({
        rows: [rowOf({}), rowOf({ id: 'm2', retry: 'alone' })],
        more: false,
      }),
      ...api,
    },
  });

it('shows counts by reason; one or all are tried again, and what came of it is said', async () => {
  const outcomes = [
    { retried: 1, left: 1 },
    { retried: 0, left: 1 },
  ];
  const { user, calls, container } = open('/failed-work', {
    'POST /failed-work/mails': () => outcomes.shift(),
  });
  expect(await screen.findByRole('button', { name: 'Emails (2)', pressed: true })).toBeInTheDocument();
  expect(
    within(screen.getByRole('list', { name: 'Reasons' })).getByText('No such mailbox'),
  ).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/export-failed-work/mails',
  );
  await user.click(await screen.findByRole('button', { name: 'Retry all' }));
  expect(await screen.findByText('1 tried again, 1 are as they were')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Retry m2' }));
  expect(await screen.findByText(/Nothing has changed/)).toBeInTheDocument();
  const sent = calls.filter(({ route }) => route === 'POST /failed-work/mails').map(({ body }) => body);
  expect(sent).toEqual([{}, { id: 'm2' }]);
  await expectAccessible(container);
});

it.each([
  ['is none to retry, if there is no other page', '', false, true],
  ['may be some on the next page', '', true, false],
  ['may be some on the page before', '&page=2', false, false],
])('shows a refused event with its line; where it is refused for good there %s', async (...given) => {
  const [, page, more, isDisabled] = given;
  open(`/failed-work?kind=refused-events${page}`, {
    'GET /failed-work/refused-events': () => ({
      rows: [rowOf({ id: 'line:x', what: 'e9', retry: 'never', line: 1234, content: '{"eventID":"e9"}' })],
      more,
    }),
  });
  expect(await screen.findByText('line 1,234')).toBeInTheDocument();
  expect(screen.getByText('{"eventID":"e9"}')).toBeInTheDocument();
  expect(screen.getByText('Refused for good')).toBeInTheDocument();
  const all = screen.getByRole('button', { name: 'Retry all' });
  expect(all.getAttribute('aria-disabled') === 'true').toBe(isDisabled);
  if (more) expect(screen.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-disabled', 'true');
});

it('says when nothing has failed, and when it could not be loaded', async () => {
  const answers = [failure(503), [{ ...MAILS, count: 0, oldestAt: null, reasons: [] }]];
  const { user } = open('/failed-work', { 'GET /failed-work': () => answers.shift() });
  expect(await screen.findByText('Failed work could not be loaded.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing of this kind has failed.')).toBeInTheDocument();
});
