import { anAdmin, expectAccessible, failure, never, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { TaxFormsScreen } from './tax-forms-screen';
import { aPayee, aTaxYear } from './testing';

const saved: { name: string; text: string }[] = [];
jest.mock('@partnerdesk/web', () => ({
  ...jest.requireActual('@partnerdesk/web'),
  downloadText: (name: string, text: string) => saved.push({ name, text }),
}));
beforeEach(() => saved.splice(0));

const open = (api = {}, path = '/tax-forms') =>
  renderApp(<TaxFormsScreen />, {
    person: anAdmin(['payroll.tax']),
    path,
    api: { 'GET /tax-forms': () => aTaxYear(), ...api },
  });

it('shows who has a form and for whom something is missing, and leads to other years and states', async () => {
  const app = open();
  const table = await screen.findByRole('table', { name: 'Payees' });
  expect(within(table).getByText('No tax id')).toBeInTheDocument();
  expect(within(table).getByRole('link', { name: 'Copy B of Affiliate 1 Ann Number 1' })).toHaveAttribute(
    'href',
    '/api/tax-forms/copy?year=2026&kind=affiliate&personID=1',
  );
  await expectAccessible(app.container);
  await app.user.click(screen.getByRole('button', { name: 'Missing (1)' }));
  expect(app.place.path).toBe('/tax-forms?state=missing');
  await app.user.selectOptions(await screen.findByLabelText('Year'), '2027');
  expect(app.place.path).toBe('/tax-forms?year=2027');
  await waitFor(() => expect(app.calls.at(-1)?.query).toEqual({ year: '2027', page: '1' }));
});

it('downloads the file as shown, and keeps nothing of it in the page', async () => {
  const app = open({ 'POST /tax-forms/file': () => ({ fileName: 'f.csv', text: 'SSN,219099999' }) });
  await app.user.click(await screen.findByRole('button', { name: 'Download file for the IRS' }));
  await waitFor(() => expect(saved).toEqual([{ name: 'f.csv', text: 'SSN,219099999' }]));
  expect(app.calls.find(({ route }) => route === 'POST /tax-forms/file')?.body).toEqual({
    year: 2026,
    part: 1,
    digest: 'd1',
  });
  expect(JSON.stringify(app.store.getState())).not.toContain('219099999');
});

it('has a file for each 100 forms, in the columns of a template', async () => {
  const app = open({
    'GET /tax-forms': () => aTaxYear({ sums: { ...aTaxYear().sums, ready: { count: 101, amount: 1 } } }),
    'POST /tax-forms/file': () => failure(409, 'conflict', undefined, 'The forms have changed meanwhile.'),
  });
  expect(await screen.findByText('Forms 1 to 100')).toBeInTheDocument();
  expect(screen.getByText('Form 101')).toBeInTheDocument();
  const file = new File(['Form Type,Tax Year\r\nmore'], 'template.csv', { type: 'text/csv' });
  file.slice = () => ({ text: async () => 'Form Type,Tax Year\r\nmore' }) as never;
  await app.user.click(screen.getByText('Use the IRS’s template of the year'));
  await app.user.upload(screen.getByLabelText('Template (CSV)'), file);
  await app.user.click(screen.getAllByRole('button', { name: 'Download file for the IRS' })[1] as Element);
  expect(await screen.findByText('The forms have changed meanwhile.')).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route === 'POST /tax-forms/file')?.body).toMatchObject({
    part: 2,
    template: 'Form Type,Tax Year',
  });
  expect(saved).toEqual([]);
});

it('asks all after a question, with the focus on Cancel; one at once; a failed request is the same when repeated', async () => {
  const answers: unknown[] = [failure(500), { asked: 1 }, { asked: 1 }];
  const app = open({ 'POST /tax-forms/requests': () => answers.shift() });
  const askOne = await screen.findByRole('button', { name: 'Ask by email: Affiliate 2 Ann Number 2' });
  await app.user.click(askOne);
  await screen.findByText('Error occured. Please try again later');
  await app.user.click(askOne);
  expect(await screen.findByText('1 mail on the way')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Ask 1 payee by email' }));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await app.user.click(screen.getByRole('button', { name: 'Send 1 email' }));
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === 'POST /tax-forms/requests' ? [body] : [])) as {
      requestID: string;
    }[];
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [first, again, all] = sent();
  expect(again).toEqual({ ...first, year: 2026, payee: { kind: 'affiliate', personID: 2 } });
  expect(all).toEqual({ requestID: expect.not.stringMatching(first?.requestID ?? ''), year: 2026 });
});

it('says what is a draft, what counts for nobody, what may not have been sent, and when payees were asked', async () => {
  open({
    'GET /tax-forms': () =>
      aTaxYear({
        isOver: false,
        unknownType: { count: 1, amount: 5 },
        unsent: { count: 2, amount: 7 },
        rows: [aPayee(2, { state: 'missing', problem: 'abroad', askedAt: new Date().toISOString() })],
      }),
  });
  expect(await screen.findByText(/2026 is not over/)).toBeInTheDocument();
  expect(screen.getByText(/1 payment of type Unknown \(\$5.00\)/)).toBeInTheDocument();
  expect(screen.getByText(/2 direct deposits \(\$7.00\)/)).toBeInTheDocument();
  expect(screen.getByText('asked today')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /: Affiliate/ })).not.toBeInTheDocument();
});

it('says that nobody is configured to pay, and that nobody was paid', async () => {
  const none = { count: 0, amount: 0 };
  const sums = { missing: none, ready: none, below: none };
  open({ 'GET /tax-forms': () => aTaxYear({ hasPayer: false, sums, askable: 0, rows: [], total: 0 }) });
  expect(await screen.findByText(/TAX_PAYER_…/)).toBeInTheDocument();
  expect(screen.getByText('Nobody was paid by direct deposit in 2026.')).toBeInTheDocument();
});

it('shows that it loads, and offers Retry when it failed', async () => {
  const answers = [failure(500), aTaxYear()];
  const { user } = open({ 'GET /tax-forms': () => answers.shift() ?? never() });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Payees' })).toBeInTheDocument();
});

it('shows a payee of a kind that only a newer release knows by its own name, without a link to an account', async () => {
  const api = { 'GET /tax-forms': () => aTaxYear({ rows: [aPayee(7, { kind: 'partner' })], total: 1 }) };
  renderApp(<TaxFormsScreen />, { person: anAdmin(['payroll.tax', 'accounts']), path: '/tax-forms', api });
  expect(await screen.findByText('partner 7 Ann Number 7')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^partner 7/ })).not.toBeInTheDocument();
});
