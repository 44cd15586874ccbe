import { anAdmin, expectAccessible, type FakeRoutes, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, within } from '@testing-library/react';
import { ResultsScreen } from './results-screen';

const line = { payrollID: 7, kind: 'affiliate', personID: 3, name: 'Ann Lee', amount: 12.5, already: false };
const PREVIEW = {
  format: 'nacha',
  digest: 'd1',
  results: [{ ...line, line: 4, state: 'returned', reason: 'R03: No such account' }],
  notices: [
    { line: 6, reason: 'No payment has the trace number 1' },
    { line: 8, payrollID: 9, kind: 'affiliate', personID: 12, name: 'Ann Lee', reason: 'C01: corrected' },
  ],
  counts: { paid: 0, returned: 1, already: 0, notices: 2 },
  paidAmount: 0,
  returnedAmount: 12.5,
};

/** A job that has ended. */
const ended = (id: string, more: object) => ({
  id,
  state: 'completed',
  progress: { done: 2, total: 2 },
  ...more,
});

async function open(api: FakeRoutes) {
  const app = renderApp(<ResultsScreen />, { person: anAdmin(['payroll']), api });
  expect(await screen.findByLabelText('Bank return file (NACHA)')).toBeChecked();
  const file = new File(['101 line'], 'returns.ach', { type: 'text/plain' });
  // jsdom's files cannot be read.
  file.arrayBuffer = async () => new TextEncoder().encode('101 line').buffer;
  await app.user.upload(await screen.findByLabelText('File'), file);
  await app.user.click(screen.getByRole('button', { name: 'Show results' }));
  return app;
}

it('shows what a file would mark, and marks it only when confirmed', async () => {
  const app = await open({
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () => ended('j1', { result: PREVIEW }),
    'POST /payment-results/marks': () => ({ id: 'j2' }),
    'GET /jobs/j2': () =>
      ended('j2', { result: { paid: 0, returned: 1, already: 0, refused: [], refusedCount: 0 } }),
  });
  expect(await screen.findByText('R03: No such account')).toBeInTheDocument();
  expect(screen.getByText('No payment has the trace number 1')).toBeInTheDocument();
  expect(screen.getByText('Affiliate 12 Ann Lee')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Show results' })).not.toHaveClass('btn-primary');
  await app.user.click(screen.getByRole('button', { name: 'Mark 1 payment' }));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  const sent = () => app.calls.filter(({ route }) => route.startsWith('POST'));
  expect(sent()).toHaveLength(1);
  await app.user.click(screen.getByRole('button', { name: 'Mark payments' }));
  expect(await screen.findByText(/1 payment marked returned, 0 payments marked paid/)).toBeInTheDocument();
  expect(sent().map(({ route, query, body }) => [route, query, body])).toEqual([
    ['POST /payment-results', { format: 'nacha' }, '101 line'],
    ['POST /payment-results/marks', { format: 'nacha', digest: 'd1' }, '101 line'],
  ]);
  await expectAccessible(app.container);
});

it('takes a CSV file for the results of PayPal', async () => {
  const { user } = renderApp(<ResultsScreen />, { person: anAdmin(['payroll']) });
  await user.upload(await screen.findByLabelText('File'), new File(['Payout'], 'results.CSV'));
  expect(screen.getByLabelText('Results of PayPal (CSV)')).toBeChecked();
});

it('has amount and outcome of each payment in view on a phone', async () => {
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  await open({
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () => ended('j1', { result: PREVIEW }),
  });
  const table = within(await screen.findByRole('table', { name: 'Payments of the file' }));
  expect(table.getByText('$12.50')).toHaveClass('pd-fold-amount');
  for (const shown of ['Returned', 'R03: No such account'])
    expect(table.getByText(shown).closest('.pd-fold-more')).toBeNull();
  Reflect.deleteProperty(window, 'matchMedia');
});

it('says how many payments were refused where not all of them are named', async () => {
  const refused = [{ payrollID: 7, reason: 'It was returned' }];
  const app = await open({
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () => ended('j1', { result: PREVIEW }),
    'POST /payment-results/marks': () => ({ id: 'j2' }),
    'GET /jobs/j2': () =>
      ended('j2', { result: { paid: 0, returned: 0, already: 0, refused, refusedCount: 1612 } }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Mark 1 payment' }));
  await app.user.click(screen.getByRole('button', { name: 'Mark payments' }));
  expect(await screen.findByText('Payment 7 was not marked: It was returned')).toBeInTheDocument();
  expect(screen.getByText('The first 1 of 1,612 refused payments are shown.')).toBeInTheDocument();
});

it('says of a file that has changed since it was chosen that it could not be read', async () => {
  const app = renderApp(<ResultsScreen />, { person: anAdmin(['payroll']) });
  const file = new File(['101 line'], 'returns.ach');
  file.arrayBuffer = () => Promise.reject(new DOMException('It has changed', 'NotReadableError'));
  await app.user.upload(await screen.findByLabelText('File'), file);
  await app.user.click(screen.getByRole('button', { name: 'Show results' }));
  expect(await screen.findByText('The file could not be read. Please choose it again')).toBeInTheDocument();
  expect(screen.getByLabelText('File')).toBeInvalid();
  expect(app.calls).toEqual([]);
});

it('says the line and the reason of a refused file, and that nothing changed', async () => {
  const text = 'Line 2: The file is of another company: ACME';
  await open({ 'POST /payment-results': () => failure(400, 'invalid_input', { file: text }, text) });
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText('Nothing was changed.')).toBeInTheDocument();
});

it.each(['POST /payment-results/marks', 'GET /jobs/j2'])(
  'a line that is lost on %s leaves the review, to be confirmed again',
  async (lost) => {
    const api: FakeRoutes = {
      'POST /payment-results': () => ({ id: 'j1' }),
      'GET /jobs/j1': () => ended('j1', { result: PREVIEW }),
      'POST /payment-results/marks': () => ({ id: 'j2' }),
      'GET /jobs/j2': () =>
        ended('j2', { result: { paid: 0, returned: 1, already: 0, refused: [], refusedCount: 0 } }),
    };
    let isLost = true;
    const answer = api[lost];
    const app = await open({
      ...api,
      [lost]: (request) => (isLost ? failure(503, 'unavailable') : answer?.(request)),
    });
    const mark = async () => {
      await app.user.click(await screen.findByRole('button', { name: 'Mark 1 payment' }));
      await app.user.click(screen.getByRole('button', { name: 'Mark payments' }));
    };
    await mark();
    expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
    expect(screen.getByText('R03: No such account')).toBeInTheDocument();
    isLost = false;
    await mark();
    expect(await screen.findByText(/1 payment marked returned/)).toBeInTheDocument();
  },
);

it('leaves it to the reason whether marking that failed has marked anything', async () => {
  const reason = 'Some payments may be marked: choose the file again to see which';
  const app = await open({
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () => ended('j1', { result: PREVIEW }),
    'POST /payment-results/marks': () => ({ id: 'j2' }),
    'GET /jobs/j2': () => ended('j2', { error: reason }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Mark 1 payment' }));
  await app.user.click(screen.getByRole('button', { name: 'Mark payments' }));
  expect(await screen.findByText(reason)).toBeInTheDocument();
  expect(screen.queryByText('Nothing was changed.')).not.toBeInTheDocument();
});

it.each([
  ['POST /payment-results/marks', 'Your last file is still being read'],
  ['GET /jobs/j2', 'Too many requests'],
])('being asked to wait by %s says nothing about the file: its review stays', async (refused, text) => {
  const app = await open({
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () => ended('j1', { result: PREVIEW }),
    'POST /payment-results/marks': () => ({ id: 'j2' }),
    [refused]: () => failure(429, 'too_many_requests', undefined, text),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Mark 1 payment' }));
  await app.user.click(screen.getByRole('button', { name: 'Mark payments' }));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.queryByText('Nothing was changed.')).not.toBeInTheDocument();
  expect(screen.getByText('R03: No such account')).toBeInTheDocument();
});

it('says how far the worker is with the file, and what is wrong in it once that is found', async () => {
  const text = 'Line 7: The amount is not that of the payment';
  let job: object = { id: 'j1', state: 'active', progress: { done: 1000, total: 250_000 } };
  await open({ 'POST /payment-results': () => ({ id: 'j1' }), 'GET /jobs/j1': () => job });
  expect(await screen.findByText('Reading the file: 1,000 of 250,000')).toBeInTheDocument();
  job = ended('j1', { state: 'failed', error: text });
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.queryByText(/Reading the file/)).not.toBeInTheDocument();
});

it('offers nothing to mark where every line is marked so already', async () => {
  await open({
    'POST /payment-results': () => ({ id: 'j1' }),
    'GET /jobs/j1': () =>
      ended('j1', {
        result: {
          ...PREVIEW,
          results: [{ ...PREVIEW.results[0], already: true }],
          counts: { ...PREVIEW.counts, returned: 0, already: 1 },
        },
      }),
  });
  expect(await screen.findByRole('button', { name: 'Mark 0 payments' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
