/* One screen of details for three kinds of people: the tests share its records and the server that they play against. */

import { plainRates } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';
import { anAdmin, expectAccessible, type FakeRoutes, failure, renderApp } from '@partnerdesk/web/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AffiliatesScreen, MembersScreen, StaffScreen } from '../search/accounts-screen';
import {
  aMemberRecord,
  anAffiliateRecord,
  aStaffRecord,
  BESIDE,
  conflict,
  MEMBER_PERFORMANCE,
  page,
} from '../testing/records';

const ANN = anAffiliateRecord();

function open(routes: FakeRoutes = {}, path = '/?id=12', person = anAdmin()) {
  return renderApp(<AffiliatesScreen />, {
    person,
    path,
    api: { 'GET /get-affiliate-info': () => page([ANN]), ...BESIDE, ...routes },
  });
}
const part = async (app: ReturnType<typeof open>, title: string) =>
  app.user.click(await screen.findByRole('button', { name: title }));
const edit = async (app: ReturnType<typeof open>, section: string) => {
  await part(app, section);
  await app.user.click(await screen.findByRole('button', { name: `Edit ${section}` }));
};
const form = (name: string) => screen.getByRole('form', { name });
const save = (app: ReturnType<typeof open>) => app.user.click(screen.getByRole('button', { name: 'Save' }));
const retype = async (app: ReturnType<typeof open>, label: string, text: string) => {
  const input = screen.getByLabelText(label);
  await app.user.clear(input);
  if (text) await app.user.type(input, text);
};
const saves = (app: ReturnType<typeof open>) =>
  app.calls.filter(({ route }) => route.startsWith('POST /update'));

/** Where alerts appear; a chart has a status of its own. */
const alertRegion = () => {
  const region = screen.getAllByRole('status').find((element) => element.querySelector('.pd-alert'));
  if (!region) throw new Error('no alert is shown');
  return region;
};

beforeEach(() => {
  window.confirm = jest.fn(() => true);
});

it('sends the whole record with the section that is saved, and reads again', async () => {
  const saved = { ...ANN, lastName: 'Öberg', commission: 12.5, version: 4 };
  const app = open({ 'POST /update-affiliate': () => saved });
  await edit(app, 'Info');
  await retype(app, 'Last name', 'Öberg');
  await retype(app, 'Commission %', '12.5');
  await save(app);
  expect(await screen.findByText('Affiliate has been updated')).toBeInTheDocument();
  expect(saves(app)).toMatchObject([
    { query: { updateType: 'Info' }, body: { ...ANN, lastName: 'Öberg', commission: 12.5 } },
  ]);
  expect(screen.getByRole('heading', { name: 'Ann Öberg' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Edit Info' })).toBeInTheDocument();
});

it('says which email the affiliate has entered and not confirmed', async () => {
  open({ 'GET /get-affiliate-info': () => page([{ ...ANN, newEmailAddress: 'new@example.com' }]) });
  expect(await screen.findByText(/has entered new@example\.com as the new email/)).toBeInTheDocument();
});

it('lets two sections be edited at once; a save of one does not upset the other', async () => {
  const app = open({
    'POST /update-affiliate': ({ body }) => ({
      ...(body as object),
      version: (body as typeof ANN).version + 1,
    }),
  });
  await edit(app, 'PayPal');
  await edit(app, 'ACH');
  await app.user.selectOptions(screen.getByLabelText('Account type'), 'Savings');
  await part(app, 'PayPal');
  await retype(app, 'PayPal user name', 'new@pay.example');
  await app.user.click(within(form('PayPal')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'PayPal' })).not.toBeInTheDocument());
  await part(app, 'ACH');
  await app.user.click(within(form('ACH')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saves(app)).toHaveLength(2));
  expect(saves(app)[1]).toMatchObject({
    query: { updateType: 'Ach' },
    body: {
      payPalUserName: 'new@pay.example',
      achAccountTypeID: 2,
      achAccountNumber: '••••6789',
      version: 4,
    },
  });
});

it('the focus follows: into the section, and back to its Edit after Save and Cancel', async () => {
  const app = open({ 'POST /update-affiliate': ({ body }) => body });
  await edit(app, 'PayPal');
  expect(screen.getByLabelText('PayPal user name')).toHaveFocus();
  await app.user.keyboard('x{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit PayPal' })).toHaveFocus());
  await edit(app, 'ACH');
  expect(screen.getByLabelText('Account name')).toHaveFocus();
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Edit ACH' })).toHaveFocus();
  await app.user.click(screen.getByRole('button', { name: 'Close account' }));
  expect(screen.getByLabelText(/^Why is the account closed/)).toHaveFocus();
});

it('a save of Info does not take back the terms that were saved while it was edited', async () => {
  const terms = {
    today: '2026-11-20',
    periods: [{ from: '', level: 'own', rates: plainRates(30) }],
    version: 3,
    groupID: 0,
    changes: [],
    groups: [],
  };
  let record = ANN;
  const app = open(
    {
      'GET /get-affiliate-info': () => page([record]),
      'GET /account-terms': () => ({ ...terms, version: record.version }),
      'POST /account-terms': () => {
        // Somebody else has moved her meanwhile.
        record = { ...ANN, commission: 12, address1: 'Elm St 9', version: 5 };
        return { ...terms, version: 5 };
      },
      'POST /update-affiliate': ({ body }) => body,
    },
    '/?id=12',
    anAdmin(['accounts', 'terms']),
  );
  await edit(app, 'Info');
  await retype(app, 'Last name', 'Öberg');
  await part(app, 'Terms');
  await app.user.click(await screen.findByRole('button', { name: 'Save terms' }));
  await screen.findByText('The terms have been saved');
  await part(app, 'Info');
  await waitFor(() => expect(screen.getByLabelText('Commission %')).toHaveValue('12'));
  expect(screen.getByLabelText('Last name')).toHaveValue('Öberg');
  await app.user.click(within(form('Info')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saves(app)).toHaveLength(1));
  expect(saves(app)[0]?.body).toEqual({ ...record, lastName: 'Öberg' });
});

it('keeps what is being typed when everything else is read again, as after a new login', async () => {
  const app = open();
  await edit(app, 'Info');
  await retype(app, 'First name', 'Zoe');
  const searches = () => app.calls.filter(({ route }) => route === 'GET /get-affiliate-info').length;
  const before = searches();
  act(() => void app.store.dispatch(api.util.resetApiState()));
  await waitFor(() => expect(searches()).toBeGreaterThan(before));
  expect(screen.getByLabelText('First name')).toHaveValue('Zoe');
});

it('details that are opened again show the record as it is by then', async () => {
  let record = ANN;
  const app = open({ 'GET /get-affiliate-info': () => page([record]) });
  expect(await screen.findByRole('heading', { name: 'Ann Lee' })).toBeInTheDocument();
  act(() => app.place.go('/'));
  record = { ...ANN, lastName: 'Öberg', version: 4 };
  act(() => app.place.go('/?id=12'));
  expect(await screen.findByRole('heading', { name: 'Ann Öberg' })).toBeInTheDocument();
});

it('Cancel brings back what was there', async () => {
  const app = open();
  await edit(app, 'Info');
  await retype(app, 'First name', 'Zoe');
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Ann')).toBeInTheDocument();
  await edit(app, 'Info');
  expect(screen.getByLabelText('First name')).toHaveValue('Ann');
  expect(saves(app)).toEqual([]);
});

it('shows the passcode, which nobody edits, and the tax id by its last digits, which support corrects', async () => {
  const app = open();
  await part(app, 'Info');
  expect(await screen.findByText('p-77')).toBeInTheDocument();
  expect(screen.getByText('•••••6789')).toBeInTheDocument();
  await edit(app, 'Info');
  expect(screen.queryByLabelText('Passcode')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Tax ID')).toHaveValue('•••••6789');
});

it.each(['', 'abc', '1,5'])('a commission of %j is no number', async (text) => {
  const app = open();
  await edit(app, 'Info');
  await retype(app, 'Commission %', text);
  await save(app);
  expect(screen.getByLabelText('Commission %')).toHaveAccessibleDescription('Please enter a number');
  expect(saves(app)).toEqual([]);
});

it('puts what the server refuses beside its field, and keeps what was typed', async () => {
  const app = open({
    'POST /update-affiliate': () =>
      failure(409, 'conflict', { emailAddress: 'It is another’s' }, 'It is another’s'),
  });
  await edit(app, 'Info');
  await retype(app, 'Email', 'bo@example.com');
  await save(app);
  expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription('It is another’s');
  expect(screen.getByLabelText('Email')).toHaveValue('bo@example.com');
});

it.each([false, 0, null, ''])(
  'warns when the answer to a save is %j, and keeps what was typed',
  async (falsy) => {
    const app = open({ 'POST /update-affiliate': () => (falsy === '' ? new Response('') : falsy) });
    await edit(app, 'PayPal');
    await retype(app, 'PayPal user name', 'new-pay');
    await save(app);
    expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
    expect(screen.queryByText('Affiliate has been updated')).not.toBeInTheDocument();
    expect(screen.getByLabelText('PayPal user name')).toHaveValue('new-pay');
  },
);

it('keeps the record on screen when a save is answered with true, and reads its version for the next', async () => {
  let stored = ANN;
  const app = open({
    'GET /get-affiliate-info': () => page([stored]),
    'POST /update-affiliate': ({ body }) => {
      stored = { ...(body as typeof ANN), version: stored.version + 1 };
      return true;
    },
  });
  for (const name of ['Berg', 'Lind']) {
    await edit(app, 'Info');
    await retype(app, 'Last name', name);
    await save(app);
    expect(await screen.findByRole('heading', { name: `Ann ${name}` })).toBeInTheDocument();
  }
  expect(saves(app).map(({ body }) => (body as typeof ANN).version)).toEqual([3, 4]);
});

it('says what the server refuses beside its field alone', async () => {
  const app = open({
    'POST /update-affiliate': () =>
      failure(400, 'invalid_input', { payPalUserName: 'Not an email address' }, 'Not an email address'),
  });
  await edit(app, 'PayPal');
  await save(app);
  expect(await screen.findByLabelText('PayPal user name')).toHaveAccessibleDescription(
    'Not an email address',
  );
  expect(screen.queryByText('Error occured. Please try again later')).not.toBeInTheDocument();
});

describe('a save that asks who it is', () => {
  const details = { password: false, code: true };
  const refused = () =>
    new Response(JSON.stringify({ error: { code: 'confirmation_required', message: 'Confirm', details } }), {
      status: 403,
    });
  async function openRefused() {
    let confirmed = false;
    const app = open({
      'POST /update-affiliate': ({ body }) => (confirmed ? body : refused()),
      'POST /confirmation': () => {
        confirmed = true;
        return true;
      },
    });
    await edit(app, 'PayPal');
    await retype(app, 'PayPal user name', 'new@pay.example');
    await save(app);
    return app;
  }

  it('goes on by itself once the proof is given', async () => {
    const app = await openRefused();
    await app.user.type(await screen.findByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Affiliate has been updated')).toBeInTheDocument();
    expect(saves(app).map(({ body }) => (body as typeof ANN).payPalUserName)).toEqual([
      'new@pay.example',
      'new@pay.example',
    ]);
  });

  it('cancelled, keeps what was typed, and reports no failure', async () => {
    const app = await openRefused();
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await within(form('PayPal')).findByText('Please confirm that it is you')).toBeInTheDocument();
    expect(screen.getByLabelText('PayPal user name')).toHaveValue('new@pay.example');
    expect(screen.queryByText('Error occured. Please try again later')).not.toBeInTheDocument();
    await save(app);
    await app.user.type(await screen.findByLabelText('Code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Affiliate has been updated')).toBeInTheDocument();
  });
});

it('shows a record that has the fields of the specification alone, and saves it without a version', async () => {
  const { city, state, minimumPayout, payoutHoldDays, achAccountTypeID, ...rest } = ANN;
  const { taxID, taxIDType, companyName, trackID, dateCreated, version, ...plain } = rest;
  const app = open({
    'GET /get-affiliate-info': () => page([plain as typeof ANN]),
    'POST /update-affiliate': () => true,
  });
  await edit(app, 'Info');
  await retype(app, 'Last name', 'Berg');
  await save(app);
  expect(await screen.findByText('Affiliate has been updated')).toBeInTheDocument();
  expect(saves(app)[0]?.body).not.toHaveProperty('version');
});

it('says once that a save fails', async () => {
  const app = open({ 'POST /update-affiliate': () => failure(500) });
  await edit(app, 'PayPal');
  await save(app);
  expect(await screen.findAllByText('Error occured. Please try again later')).toHaveLength(1);
  expect(form('PayPal')).toBeInTheDocument();
});

it.each([
  ['fails', () => failure(500), 'Error occured. Please try again later'],
  ['is refused', () => failure(409, 'conflict', undefined, 'Erased meanwhile'), 'Erased meanwhile'],
  ['is answered with false', () => false, 'Error occured. Please try again later'],
])('says once that closing an account %s', async (_, answer, text) => {
  const app = open({ 'POST /update-affiliate-status': answer });
  await app.user.click(await screen.findByRole('button', { name: 'Close account' }));
  await app.user.type(screen.getByLabelText(/Why is the account closed/), 'Fraud');
  await app.user.click(screen.getByRole('button', { name: 'Close account' }));
  expect(await screen.findAllByText(text)).toHaveLength(1);
  expect(screen.getByLabelText(/Why is the account closed/)).toHaveValue('Fraud');
});

it('warns of a routing number that fails its check digit, and sends it all the same', async () => {
  const app = open({ 'POST /update-affiliate': ({ body }) => body });
  await edit(app, 'ACH');
  await retype(app, 'Routing number', '123456789');
  expect(screen.getByText(/does not look like a routing number/)).toBeInTheDocument();
  await save(app);
  await waitFor(() => expect(saves(app)).toHaveLength(1));
});

describe('when somebody else has saved', () => {
  const theirs = { ...ANN, lastName: 'Berg', postalCode: '20002', version: 4 };

  async function collide() {
    const answers = [conflict(theirs), { ...theirs, lastName: 'Mine', version: 5 }];
    const app = open({ 'POST /update-affiliate': () => answers.shift() });
    await edit(app, 'Info');
    await retype(app, 'Last name', 'Mine');
    await save(app);
    return {
      app,
      notice: within(
        await screen.findByText(/Nothing was saved/).then((text) => text.parentElement as HTMLElement),
      ),
    };
  }

  it('shows what changed, with the user’s own edits beside it', async () => {
    await collide();
    const cells = (name: string) =>
      within(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('Last name')).toEqual(['Lee', 'Berg', 'Mine']);
    expect(cells('Postal code')).toEqual(['10001', '20002', 'not changed']);
  });

  it('Save does not spin, and asks for the decision', async () => {
    const { app } = await collide();
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button).not.toHaveAttribute('aria-disabled', 'true');
    expect(button.querySelector('.spinner-border')).toBeNull();
    await app.user.click(button);
    expect(await screen.findByText('Please keep or discard your changes first')).toBeInTheDocument();
    expect(saves(app)).toHaveLength(1);
  });

  it('continues with the user’s edits over the current record', async () => {
    const { app } = await collide();
    await app.user.click(screen.getByRole('button', { name: 'Keep my changes and go on' }));
    expect(screen.getByLabelText('Postal code')).toHaveValue('20002');
    expect(screen.getByLabelText('Last name')).toHaveValue('Mine');
    await save(app);
    await waitFor(() => expect(saves(app)).toHaveLength(2));
    expect(saves(app)[1]?.body).toMatchObject({ lastName: 'Mine', postalCode: '20002', version: 4 });
  });

  it('or takes theirs', async () => {
    const { app } = await collide();
    await app.user.click(screen.getByRole('button', { name: 'Discard mine' }));
    expect(screen.getByRole('heading', { name: 'Ann Berg' })).toBeInTheDocument();
    expect(saves(app)).toHaveLength(1);
  });
});

describe('leaving with unsaved edits', () => {
  it.each([
    [false, 'stays'],
    [true, 'goes'],
  ])('asks; the answer %s %s', async (answer) => {
    window.confirm = jest.fn(() => answer);
    const app = open({}, '/?type=2&q=ann&id=12');
    await edit(app, 'PayPal');
    await retype(app, 'PayPal user name', 'new');
    await app.user.click(screen.getByRole('button', { name: 'Close details' }));
    expect(window.confirm).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('form', { name: 'PayPal' }) === null).toBe(answer);
    const leave = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(!answer);
  });

  it('asks at links too, and not where nothing was changed', async () => {
    window.confirm = jest.fn(() => false);
    const app = open();
    await edit(app, 'PayPal');
    const link = screen.getByRole('link', { name: 'Payroll' });
    await retype(app, 'PayPal user name', 'new');
    await app.user.click(link);
    expect(app.place.path).toBe('/?id=12&tab=paypal');
    await retype(app, 'PayPal user name', 'ann@pay.example');
    await app.user.click(link);
    expect(window.confirm).toHaveBeenCalledTimes(1);
    expect(app.place.path).toBe('/affiliate-payroll?affID=12');
  });
});

it('shows a hidden number when asked, and hides it again', async () => {
  const app = open({ 'POST /reveal-number': () => ({ value: '123456789' }) });
  await part(app, 'ACH');
  await app.user.click(await screen.findByRole('button', { name: 'Show the account number' }));
  expect(await screen.findByText('123456789')).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route === 'POST /reveal-number')?.body).toEqual({
    kind: 'affiliate',
    id: 12,
    field: 'achAccountNumber',
  });
  await app.user.click(screen.getByRole('button', { name: 'Hide the account number' }));
  expect(screen.queryByText('123456789')).not.toBeInTheDocument();
});

it('closes an account with a reason only', async () => {
  const app = open({ 'POST /update-affiliate-status': () => ({ ...ANN, status: 2, version: 4 }) });
  await app.user.click(await screen.findByRole('button', { name: 'Close account' }));
  await app.user.click(screen.getByRole('button', { name: 'Close account' }));
  expect(screen.getByLabelText(/Why is the account closed/)).toHaveAccessibleDescription(
    'Please enter a reason',
  );
  await app.user.type(screen.getByLabelText(/Why is the account closed/), 'Fraud');
  await app.user.click(screen.getByRole('button', { name: 'Close account' }));
  expect(await screen.findByText('Closed', { selector: '.pd-badge' })).toBeInTheDocument();
  expect(saves(app)[0]?.body).toEqual({ affID: 12, status: 2, reason: 'Fraud', version: 3 });
  expect(screen.getByRole('button', { name: 'Reopen account' })).toBeInTheDocument();
});

it('goes on after an approval at what holds now: a second Enter closes no account', async () => {
  const app = open({
    'GET /get-affiliate-info': () => page([{ ...ANN, status: 0 }]),
    'POST /update-affiliate-status': () => ({ ...ANN, status: 1, version: 4 }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Approve account' }));
  await app.user.keyboard('Known{Tab}{Enter}');
  expect(await screen.findByText('Approved', { selector: '.pd-badge' })).toBeInTheDocument();
  expect(screen.getByText(/^May log in/)).toHaveFocus();
});

it('Escape leaves the question of why, and leads back to its button; the details stay', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Close account' }));
  const reason = screen.getByLabelText(/Why is the account closed/);
  expect(reason).toHaveFocus();
  fireEvent.keyDown(reason, { key: 'Escape', isComposing: true });
  expect(reason).toHaveFocus();
  // As the second press of a double click does.
  expect(fireEvent.mouseDown(reason.parentElement as HTMLElement, { detail: 2 })).toBe(false);
  expect(screen.getByRole('button', { name: 'Close account' })).toHaveClass('btn-danger');
  await app.user.tab();
  await app.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Close account' })).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Details' })).toBeInTheDocument();
});

it('shows figures, history and links beside the record, as far as one may see them', async () => {
  const app = open();
  const { container, unmount } = app;
  expect(await screen.findByText('$41.50')).toBeInTheDocument();
  fireEvent.keyDown(screen.getByRole('img', { name: /^Earnings by month/ }), { key: 'ArrowLeft' });
  expect(screen.getByText('November 2026: sales −$20.00, earnings −$6.00')).toBeInTheDocument();
  await part(app, 'History');
  expect((await screen.findByText('Affiliate changed')).parentElement).toHaveTextContent(
    'Affiliate changed · olga@example.com · Nov 20, 2026',
  );
  expect(screen.getByText('Ley')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Payroll' })).toHaveAttribute(
    'href',
    '/affiliate-payroll?affID=12',
  );
  await expectAccessible(container);
  unmount();
  open({}, '/?id=12', anAdmin(['accounts']));
  await screen.findByText('$41.50');
  expect(screen.queryByRole('link', { name: 'Payroll' })).not.toBeInTheDocument();
});

it('the parts of the details are in the address; edits outlive a look at another part', async () => {
  const app = open({}, '/?type=2&q=ann&id=12&tab=ach');
  expect(await screen.findByRole('button', { name: 'ACH' })).toHaveAttribute('aria-pressed', 'true');
  await app.user.click(screen.getByRole('button', { name: 'Edit ACH' }));
  await retype(app, 'Account name', 'Ann L');
  await part(app, 'History');
  expect(app.place.path).toBe('/?type=2&q=ann&id=12&tab=history');
  expect(screen.queryByRole('textbox', { name: 'Account name' })).not.toBeInTheDocument();
  await part(app, 'ACH');
  expect(screen.getByLabelText('Account name')).toHaveValue('Ann L');
  expect(window.confirm).not.toHaveBeenCalled();
});

it('payments lead to their statement and their entries, as far as one may see them', async () => {
  const entry = { type: 'sale', at: '2026-09-03T15:00:00Z', postedDay: '2026-09-03', commission: 30 };
  const entries = [{ ...entry, entryID: 's1', amount: 40, payout: 12, memberID: 7 }];
  const app = open({ 'GET /payroll-entries': () => entries }, '/?id=12&tab=payments');
  expect(await screen.findByRole('link', { name: 'Payment 3' })).toHaveAttribute(
    'href',
    '/statement?payrollID=3',
  );
  await app.user.click(screen.getByRole('button', { name: 'Entries of payment 3' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('$12.00')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: '7' })).toHaveAttribute('href', '/members?type=1&q=7&id=7');
  expect(app.calls.at(-1)).toMatchObject({ route: 'GET /payroll-entries', query: { payrollID: '3' } });
  app.unmount();
  open({}, '/?id=12&tab=payments', anAdmin(['accounts']));
  expect(await screen.findByText('$120.00')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Payment 3' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Entries/ })).not.toBeInTheDocument();
});

it.each([
  ['affiliate', AffiliatesScreen, ANN],
  ['staff', StaffScreen, aStaffRecord()],
  ['member', MembersScreen, aMemberRecord()],
])(
  'says so when no %s has this id, beside a list that has others, and is closed',
  async (noun, Screen, listed) => {
    const app = renderApp(<Screen />, {
      person: anAdmin(),
      path: '/?id=999999',
      api: {
        [`GET /get-${noun}-info`]: ({ query }: { query: Record<string, string> }) =>
          page(Object.values(query).includes('999999') ? [] : [listed]),
      },
    });
    expect(await screen.findByText(`There is no ${noun} 999999.`)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Details' })).toHaveFocus();
    expect(screen.queryByText(/matching your search criteria/)).not.toBeInTheDocument();
    await screen.findByRole('table', { name: /found$/ });
    await app.user.click(screen.getByRole('button', { name: 'Close details' }));
    expect(app.place.path).toBe('/');
    await waitFor(() => expect(screen.getByRole('button', { name: /^select/ })).toHaveFocus());
  },
);

describe('staff', () => {
  const openStaff = (api = {}) =>
    renderApp(<StaffScreen />, {
      person: anAdmin(),
      path: '/?id=5',
      api: { 'GET /get-staff-info': () => page([aStaffRecord()]), ...BESIDE, ...api },
    });

  it.each(['12345', 'x', '-1', '1.5', ''])('KellyStaffID %j is refused', async (text) => {
    const app = openStaff();
    await edit(app, 'Info');
    await retype(app, 'KellyStaffID', text);
    await save(app);
    expect(within(alertRegion()).getByText('KellyStaffID must be a number up to 4 digits')).toBeVisible();
    expect(saves(app)).toEqual([]);
  });

  it.each([
    ['0007', 7],
    ['000012', 12],
    ['0', 0],
    ['9999', 9999],
  ])('KellyStaffID %j is sent as %j', async (text, number) => {
    const app = openStaff({ 'POST /update-staff': ({ body }: { body: object }) => body });
    await edit(app, 'Info');
    await retype(app, 'KellyStaffID', text);
    await save(app);
    expect(await screen.findByText('Staff has been updated')).toBeInTheDocument();
    expect(saves(app)[0]?.body).toMatchObject({ staffID: 5, kellyStaffID: number, maxProfiles: 2 });
  });
});

it('shows the pictures of a member of staff, each a link to its place in its queue', async () => {
  const openPictures = (person = anAdmin()) =>
    renderApp(<StaffScreen />, {
      person,
      path: '/?id=5&tab=pictures',
      api: {
        'GET /get-staff-info': () => page([aStaffRecord()]),
        ...BESIDE,
        'GET /images-for-review': ({ query }) =>
          query.type === '3' ? [{ staffID: 5, profileID: 7, photoID: 81, photo: 'p81.jpg', status: 2 }] : [],
      },
    });
  const app = openPictures();
  const link = await screen.findByRole('link', { name: '81' });
  expect(link).toHaveAttribute('href', '/gallery-images?staffID=5&photo=81');
  expect(link.closest('li')).toHaveTextContent('Rejected');
  await expectAccessible(app.container);
  app.unmount();
  openPictures(anAdmin(['accounts']));
  expect(await screen.findByText(/permission moderation/)).toBeInTheDocument();
});

it('what was earned in twelve months adds up to the cent', async () => {
  renderApp(<StaffScreen />, {
    person: anAdmin(),
    path: '/?id=5',
    api: {
      'GET /get-staff-info': () => page([aStaffRecord()]),
      ...BESIDE,
      'GET /account-figures': () => ({
        balance: 0,
        payouts: [],
        months: [0.3, -0.1, -0.2].map((earnings, index) => ({ month: `2026-0${index + 1}`, earnings })),
      }),
    },
  });
  const earned = () => screen.getByText('in twelve months').parentElement;
  // Until they have come a made-up sum has its place.
  await waitFor(() => expect(earned()).toHaveTextContent(/^Earned.*0\.00in twelve months$/));
  expect(earned()).toHaveTextContent('Earned$0.00in twelve months');
});

it('shows what a member bought in all, when last, and their credits', async () => {
  renderApp(<MembersScreen />, {
    person: anAdmin(),
    path: '/?id=9',
    api: {
      'GET /get-member-info': () => page([aMemberRecord({ performance: MEMBER_PERFORMANCE })]),
      'GET /account-figures': () => ({ payouts: [], months: [], affID: 0 }),
    },
  });
  expect(await screen.findByText('No affiliate brought this member.')).toBeVisible();
  expect(screen.getByText('Value').parentElement).toHaveTextContent('Value$1,204.50last sale Nov 23, 2026');
  expect(screen.getByText('Credits').parentElement).toHaveTextContent('Credits10');
});

it('members have Info only; credits are a number, verified is yes or no', async () => {
  const app = renderApp(<MembersScreen />, {
    person: anAdmin(),
    path: '/?id=9',
    api: {
      'GET /get-member-info': () => page([aMemberRecord()]),
      ...BESIDE,
      'GET /account-figures': () => ({ payouts: [], months: [], affID: 12 }),
      'POST /update-member': ({ body }) => body,
    },
  });
  await edit(app, 'Info');
  expect(screen.queryByRole('button', { name: 'Edit PayPal' })).not.toBeInTheDocument();
  await retype(app, 'Credits', '-2.5');
  await app.user.click(screen.getByLabelText('Email verified'));
  await save(app);
  expect(await screen.findByText('Member has been updated')).toBeInTheDocument();
  expect(saves(app)[0]?.body).toEqual({ ...aMemberRecord(), credits: -2.5, emailAddressVerified: false });
  await part(app, 'Overview');
  expect(screen.getByRole('link', { name: 'affiliate 12' })).toHaveAttribute(
    'href',
    '/affiliates?type=1&q=12&id=12',
  );
});

it('shows how the payment details changed, until when they are held, and who has the same', async () => {
  const details = { achName: '', achAccountType: 0, achRoutingNumber: '', achAccountNumber: '' };
  const change = {
    at: '2026-11-19T15:00:00.000Z',
    origin: 'support',
    by: 'sue@example.com',
    before: { ...details, paymentType: 1, payPalID: '', achAccountNumber: '••••6789' },
    after: { ...details, paymentType: 2, payPalID: 'an•••@pay.example' },
  };
  const shared = [{ kind: 'staff', id: 5, name: 'Sam Lee', same: 'payPalID' }];
  const routes = { 'GET /payment-changes': () => ({ changes: [change], shared, heldUntil: '2026-11-22' }) };
  open(routes, '/?id=12&tab=payments');
  expect(await screen.findByText(/changed them \(support\)/)).toBeInTheDocument();
  expect(screen.getByText('Before: ACH, ••••6789')).toBeInTheDocument();
  expect(screen.getByText('Now: PayPal, an•••@pay.example')).toBeInTheDocument();
  expect(
    screen.getByText(/until Nov 22, 2026 a payroll pays this person only if chosen/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'staff 5 Sam Lee' })).toHaveAttribute(
    'href',
    '/staff?type=1&q=5&id=5',
  );
});

it('an empty minimum payout is that of everybody, a number is the person’s own', async () => {
  const app = open({ 'POST /update-affiliate': ({ body }) => body });
  await edit(app, 'Info');
  await retype(app, 'Minimum payout', 'x');
  await save(app);
  expect(screen.getByLabelText('Minimum payout')).toHaveAccessibleDescription('Please enter a number');
  await retype(app, 'Minimum payout', '50');
  await save(app);
  await screen.findByRole('button', { name: 'Edit Info' });
  expect(saves(app)).toMatchObject([{ body: { minimumPayout: 50, payoutHoldDays: null } }]);
});

it('saves everything about the person as a file, and a second press while it comes does nothing', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:data', revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const app = open({ 'GET /export-personal-data': () => new Response('{}\n') });
  await app.user.click(await screen.findByRole('button', { name: 'Export personal data' }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(app.calls.find(({ route }) => route === 'GET /export-personal-data')?.query).toEqual({
    kind: 'affiliate',
    id: '12',
  });
  click.mockRestore();
});

it('says why data is not exported', async () => {
  const message = 'Too many attempts. Please try again later';
  const refused = Response.json({ error: { code: 'too_many_requests', message } }, { status: 429 });
  const app = open({ 'GET /export-personal-data': () => refused });
  await app.user.click(await screen.findByRole('button', { name: 'Export personal data' }));
  expect(await screen.findByText(message)).toBeVisible();
});

it('erases a person once the words are typed, having said what stays and why', async () => {
  const kept = [{ what: 'payment', documents: 3, why: 'books must be kept' }];
  const app = open({
    'GET /erasure': () => ({ kept }),
    'POST /erase-person': () => ({ kept }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  expect(await screen.findByText('Payments (3)')).toBeInTheDocument();
  const dialog = screen.getByRole('dialog', { name: 'Erase affiliate 12' });
  expect(dialog).toHaveTextContent('books must be kept');
  const erase = within(dialog).getByRole('button', { name: 'Erase personal data' });
  await app.user.click(erase);
  expect(app.calls.map(({ route }) => route)).not.toContain('POST /erase-person');
  await app.user.type(within(dialog).getByRole('textbox'), 'erase affiliate 12');
  await app.user.click(erase);
  await waitFor(() => expect(alertRegion()).toHaveTextContent('Affiliate 12 was erased.'));
  expect(app.calls.find(({ route }) => route === 'POST /erase-person')?.body).toEqual({
    kind: 'affiliate',
    id: 12,
    confirm: 'erase affiliate 12',
  });
});

it.each([
  [{ obstacle: 'A balance is open', kept: [] }, 'A balance is open.'],
  [{ erasedAt: '2026-11-02T15:00:00Z', kept: [] }, 'This person was erased on'],
])('says why a person cannot be erased now: %j', async (plan, text) => {
  const app = open({ 'GET /erasure': () => plan });
  await app.user.click(await screen.findByRole('button', { name: 'Erase personal data' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase affiliate 12' });
  await waitFor(() => expect(dialog).toHaveTextContent(text));
  expect(within(dialog).queryByRole('button', { name: 'Erase personal data' })).toBeNull();
});
