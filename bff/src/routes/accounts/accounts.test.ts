/* One resource for three kinds of people: search, export, save and figures look at the same accounts. */

import { addDays, MESSAGE, SIGN_IN_EMAIL_TEXT } from '@partnerdesk/contracts';
import {
  AffiliateModel,
  AuditModel,
  addClicks,
  countLedgerLinks,
  decidePicture,
  editAccount,
  importPeople,
  MailModel,
  MemberModel,
  refreshPerformance,
  refreshRatings,
  today,
} from '@partnerdesk/domain';
import {
  addPicture,
  ingest,
  joined,
  makeStaff,
  moderator,
  sale,
  sealAsStored,
  tip,
} from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let office: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const person = { commission: 30, address1: 'Main St 1', paymentType: 1, achAccountNumber: '000123456789' };
  await importPeople({
    affiliates: [
      {
        ...person,
        affID: 1001,
        trackID: 'T1',
        emailAddress: 'ann@example.com',
        firstName: 'Ann',
        lastName: 'Öberg',
      },
      {
        ...person,
        affID: 1002,
        trackID: 'T2',
        emailAddress: 'sean@example.com',
        firstName: '=1+1',
        lastName: 'O\'Br"ien, Jr',
        achAccountType: 2,
      },
    ],
    staff: [{ ...person, staffID: 5, emailAddress: 'sam@example.com', firstName: 'Sam', lastName: 'Lee' }],
    members: Array.from({ length: 620 }, (_, index) => ({
      memberID: index + 1,
      username: `user${index + 1}`,
      emailAddress: `user${index + 1}@example.com`,
      credits: -index,
    })),
  });
  office = (await signedInAdministrator(app, ['accounts', 'audit'])).client;
});
afterAll(() => app.close());

const affiliate = async (affID: number) =>
  (await office.get(`/api/get-affiliate-info?AffID=${affID}`)).body[0];

test.each([
  ['GET', '/api/get-affiliate-info'],
  ['GET', '/api/get-affiliate-info?period=today&sort=earned'],
  ['GET', '/api/get-staff-info'],
  ['GET', '/api/get-member-info'],
  ['GET', '/api/export-affiliates'],
  ['GET', '/api/export-staff'],
  ['GET', '/api/export-members'],
  ['POST', '/api/update-affiliate?updateType=Info'],
  ['POST', '/api/update-staff?updateType=Info'],
  ['POST', '/api/update-member?updateType=Info'],
  ['POST', '/api/update-affiliate-status'],
  ['POST', '/api/reveal-number'],
  ['GET', '/api/account-figures?kind=affiliate&id=1001'],
  ['GET', '/api/account-history?kind=affiliate&id=1001'],
  ['GET', '/api/payment-changes?kind=affiliate&id=1001'],
  ['GET', '/api/audit-log'],
  ['GET', '/api/find-anyone?q=a'],
])('%s %s is for the office’s accounts people only', async (method, path) => {
  const statusFor = async (client: TestClient) => (await client.send(method, path)).status;
  expect(await statusFor(app.client())).toBe(401);
  expect(await statusFor((await signedInAffiliate(app)).client)).toBe(403);
  expect(await statusFor((await signedInAdministrator(app, ['payroll', 'moderation'])).client)).toBe(403);
});

describe('search', () => {
  /** LONG stands for 10,000 characters. */
  const written = (query: string) => query.replace('LONG', '9('.repeat(5000));
  const found = async (query: string) => {
    const answer = await office.get(`/api/get-affiliate-info?${written(query)}`);
    expect(answer.status).toBe(200);
    return [answer.headers.get('x-total-count'), answer.body.map(({ affID }: { affID: number }) => affID)];
  };

  test.each([
    ['AffID=1001', [1001]],
    ['AffID=9', []],
    ['SearchName=ober', [1001]],
    [`SearchName=${encodeURIComponent('ann ö')}`, [1001]],
    [`SearchName=${encodeURIComponent('O’br')}`, [1002]],
    ['SearchName=.*', []],
    // Decoded once: it is no 'ober'.
    ['SearchName=%256fber', []],
    ['SearchName=LONG', []],
    ['Email=LONG', []],
    ['Email=SEAN@', [1002]],
    ['AffID=0&Email=&SearchName=ann', [1001]],
    ['AffID=&Email=ann@example.com&SearchName=', [1001]],
  ])('%s finds %j', async (query, ids) => {
    expect(await found(query)).toEqual([String(ids.length), ids]);
  });

  test.each([
    ['AffID=ann', 'AffID'],
    ['AffID=-1', 'AffID'],
    ['AffID=1.5', 'AffID'],
    ['AffID=LONG', 'AffID'],
    ['AffID=1&Email=a', 'body'],
    ['SearchName=a&SearchName=b', 'SearchName'],
    ['SearchName[$gt]=', 'SearchName[$gt]'],
    ['page=0', 'page'],
    ['page=1e15', 'page'],
    ['cursor=x', 'cursor'],
    ['status=-1', 'status'],
    ['paymentType=3', 'paymentType'],
    ['joinedFrom=2026-13-01', 'joinedFrom'],
    ['sort=passwordHash', 'sort'],
    ['period=thisYear', 'period'],
    ['only=rich', 'only'],
    ['order=up', 'order'],
  ])('%s is refused, and %s named', async (query, field) => {
    const answer = await office.get(`/api/get-affiliate-info?${written(query)}`);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
  });

  test('a record has the names of the specification, its numbers masked and nothing secret', async () => {
    const record = await affiliate(1002);
    expect(record).toMatchObject({
      affID: 1002,
      status: 0,
      passcode: '',
      paymentType: 1,
      commission: 30,
      payPalUserName: '',
      achAccountType: 'Savings',
      achAccountTypeID: 2,
      achAccountNumber: '••••••••6789',
      taxID: '',
      version: 0,
    });
    expect(JSON.stringify(record)).not.toMatch(/Encrypted|Key|password|_id/);
  });

  test('staff and members have theirs', async () => {
    const staff = (await office.get('/api/get-staff-info?SearchName=sam')).body;
    expect(staff).toMatchObject([
      { staffID: 5, kellyStaffID: 0, maxProfiles: 0, mobilePhone: '', landLineTelephone: '' },
    ]);
    const members = (await office.get('/api/get-member-info?MemberID=7')).body;
    expect(members).toEqual([
      {
        memberID: 7,
        status: 0,
        username: 'user7',
        emailAddress: 'user7@example.com',
        emailAddressVerified: false,
        payPalID: '',
        credits: -6,
        version: 0,
      },
    ]);
  });

  test('50 rows a page, sorted, with the number of all rows', async () => {
    const answer = await office.get('/api/get-member-info?SearchName=user&page=2&sort=credits&order=asc');
    expect(answer.headers.get('x-total-count')).toBe('620');
    expect(answer.body.map(({ memberID }: { memberID: number }) => memberID)).toEqual(
      Array.from({ length: 50 }, (_, index) => 570 - index),
    );
  });

  test('the headers lead through all pages, forwards and back', async () => {
    const query = 'SearchName=user&sort=credits&order=desc';
    const pageOf = async (more: string) => {
      const { headers, body } = await office.get(`/api/get-member-info?${query}${more}`);
      const ids = body.map(({ memberID }: { memberID: number }) => memberID);
      return { ids, next: headers.get('x-next-cursor'), previous: headers.get('x-previous-cursor') };
    };
    const first = await pageOf('');
    const second = await pageOf(`&page=2&cursor=${first.next}`);
    expect([first.ids[49], second.ids[0], first.previous]).toEqual([50, 51, null]);
    expect((await pageOf(`&cursor=${second.previous}`)).ids).toEqual(first.ids);
    expect((await pageOf('&page=13')).next).toBeNull();
  });

  test('filters narrow a search; members have only the status', async () => {
    const found = async (query: string) => (await office.get(`/api/${query}`)).headers.get('x-total-count');
    expect(await found('get-affiliate-info?paymentType=1&joinedFrom=1/1/2026&status=0')).toBe('2');
    expect(await found('get-affiliate-info?joinedTo=2026-01-01')).toBe('0');
    expect(await found('get-member-info?status=1')).toBe('0');
    const refused = await office.get('/api/get-member-info?paymentType=1');
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['paymentType']]);
  });
});

test('with a period each affiliate has its performance, in lists by it and in exports', async () => {
  const marks = { tid: '', lp: '' };
  await addClicks(1, [
    { affID: 1002, day: today(), marks, inc: { clicks: 4 } },
    { affID: 1001, day: addDays(today(), -8), marks, inc: { clicks: 9 } },
  ]);
  await refreshPerformance();
  const by = (period: string) =>
    office.get(`/api/get-affiliate-info?period=${period}&sort=clicks&order=desc`);
  const week = await by('last7Days');
  const month = await by('last30Days');
  expect([week, month].map(({ body }) => body[0].affID)).toEqual([1002, 1001]);
  expect(week.body[0].performance).toEqual({
    clicks: 4,
    joins: 0,
    salesCount: 0,
    sales: 0,
    earned: 0,
    epc: 0,
    balance: 0,
    daily: [],
  });
  expect(week.body[1].performance).toMatchObject({ clicks: 0, epc: null });
  expect(Date.now() - Date.parse(week.headers.get('x-figures-until') ?? '')).toBeLessThan(60_000);
  expect(await affiliate(1002)).not.toHaveProperty('performance');
  const { text } = await office.get('/api/export-affiliates?period=last30Days&sort=clicks&order=desc');
  const [header, first] = text.split('\r\n');
  expect([header, first]).toEqual([
    expect.stringMatching(/,Clicks,Joins,Number of sales,Sales,EPC,Earned,Balance,Last sale$/),
    expect.stringMatching(/^1001,.*,9,0,0,0,0,0,0,$/),
  ]);
});

test('staff have what they sold and their pictures’ rating, members what they bought, in lists by it and in exports', async () => {
  const at = `${today()}T17:00:00Z`;
  await ingest(joined(7, undefined, at), sale('bought', 7, 1250, at), tip('tipped', 7, 5, 1000, at));
  const photos = await Promise.all([addPicture({ staffID: 5 }), addPicture({ staffID: 5 })]);
  for (const [index, { photoID }] of photos.entries())
    await decidePicture({ photoID, type: 3, to: index + 1 }, { actor: moderator() });
  await countLedgerLinks();
  await refreshPerformance();
  await refreshRatings();
  const { body: staff } = await office.get('/api/get-staff-info?period=last7Days&sort=rating&order=desc');
  const pictures = { approved: 1, judged: 2 };
  expect(staff[0]).toMatchObject({
    staffID: 5,
    performance: { salesCount: 1, earned: 3, balance: 3, lastSale: today(), pictures },
  });
  const { body: members, headers } = await office.get(
    '/api/get-member-info?period=all&sort=value&order=desc',
  );
  expect(members[0]).toMatchObject({
    memberID: 7,
    performance: { salesCount: 1, value: 12.5, lastSale: today() },
  });
  expect(Date.now() - Date.parse(headers.get('x-figures-until') ?? '')).toBeLessThan(60_000);
  const { body: without } = await office.get('/api/get-member-info?MemberID=7');
  expect(without[0]).not.toHaveProperty('performance');
  const { text } = await office.get('/api/export-members?period=all&sort=value&order=desc');
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    expect.stringMatching(/,Number of sales,Value,Last sale$/),
    expect.stringMatching(new RegExp(`^7,.*,1,12.5,${today()}$`)),
  ]);
  const refused = await office.get('/api/get-member-info?period=today');
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['period']]);
});

describe('export', () => {
  test('has all rows of the search, formulas defused, and is audited', async () => {
    const answer = await office.get('/api/export-affiliates?Email=sean');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /attachment; filename="affiliates-\d{4}-\d\d-\d\d\.csv"/,
    );
    const [header, line, end] = answer.text.split('\r\n');
    expect(header).toMatch(/^\ufeff?Affiliate ID,Status,First name,Last name,Email,/);
    expect(line).toMatch(/^1002,0,'=1\+1,"O'Br""ien, Jr",sean@example.com,Main St 1,/);
    expect(end).toBe('');
    expect(answer.text).not.toMatch(/6789/);
    const audited = await AuditModel.find({ action: 'affiliate.exported', 'after.email': 'sean' }).lean();
    expect(audited).toMatchObject([{ after: { rows: 1 } }]);
  });

  test('of what can match nobody has no row, in whatever order', async () => {
    const longer = 'x'.repeat(200);
    for (const search of [`SearchName=${longer}`, `Email=${longer}`])
      for (const order of ['', '&sort=id', '&sort=name&status=0']) {
        const answer = await office.get(`/api/export-affiliates?${search}${order}`);
        expect(answer.text.trim().split('\r\n')).toEqual([expect.stringMatching(/Affiliate ID/)]);
      }
  });

  test('does not stop at a page', async () => {
    const answer = await office.get('/api/export-members?SearchName=user');
    expect(answer.text.trim().split('\r\n')).toHaveLength(621);
    expect(answer.text).toContain('\r\n620,0,user620,user620@example.com,false,,-619\r\n');
  });
});

describe('save', () => {
  const save = (record: object, updateType: string, kind = 'affiliate') =>
    office.post(`/api/update-${kind}?updateType=${updateType}`, record);

  test('each section writes its own fields of the whole record', async () => {
    const record = await affiliate(1001);
    const edited = {
      ...record,
      lastName: 'Berg',
      payPalUserName: 'ann@pay.example',
      achName: 'Ann',
      achAccountTypeID: 2,
    };
    const info = await save(edited, 'Info');
    expect(info.body).toEqual({ ...record, lastName: 'Berg', version: 1 });
    const payPal = await save({ ...edited, version: 1 }, 'Paypal');
    expect(payPal.body).toMatchObject({ payPalUserName: 'ann@pay.example', achName: '', version: 2 });
    const ach = await save({ ...edited, version: 2, achAccountNumber: '99887766' }, 'Ach');
    // The text follows the select.
    expect(ach.body).toMatchObject({
      achName: 'Ann',
      achAccountType: 'Savings',
      achAccountNumber: '••••7766',
    });
    const { lines } = { lines: (await office.get('/api/account-history?kind=affiliate&id=1001')).body };
    expect(lines.map(({ after }: { after: object }) => after)).toEqual([
      { achName: 'Ann', achAccountType: 2, achAccountNumber: '••••7766' },
      { payPalUserName: 'ann@pay.example' },
      { lastName: 'Berg' },
    ]);
    expect(lines[0].actor).toMatchObject({
      kind: 'administrator',
      emailAddress: expect.stringMatching(/^admin-/),
    });
  });

  test('a PayPal ID must be an email address; a stored one that is none stays readable', async () => {
    const stored = "=cmd|'/C'!A0@example.com";
    await AffiliateModel.updateOne({ affID: 1002 }, { $set: { payPalUserName: stored } });
    await sealAsStored();
    const record = await affiliate(1002);
    expect(record.payPalUserName).toBe(stored);
    expect((await save(record, 'Info')).status).toBe(200);
    const refused = await save(record, 'Paypal');
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      { payPalUserName: 'Please provide a valid email' },
    ]);
    const cleared = await save({ ...record, payPalUserName: '' }, 'Paypal');
    expect(cleared.body).toMatchObject({ payPalUserName: '' });
  });

  test('without a version the last save wins, and the audit log says so', async () => {
    const { version, ...record } = await affiliate(1002);
    const both = await Promise.all([
      save({ ...record, postalCode: '20001' }, 'Info'),
      save({ ...record, city: 'Reno' }, 'Info'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await affiliate(1002)).version).toBeGreaterThan(version);
    const line = await AuditModel.findOne({ 'after.withoutVersion': true }).lean();
    expect(line?.action).toBe('affiliate.updated');
    const undone = await save({ ...record, version: (await affiliate(1002)).version }, 'Info');
    expect(undone.status).toBe(200);
  });

  test('half a letter is saved as what stands for it, and the change is in the audit log', async () => {
    const record = await affiliate(1002);
    const saved = await save({ ...record, city: 'Reno\ud83d' }, 'Info');
    expect([saved.status, saved.body.city]).toEqual([200, 'Reno\ufffd']);
    expect(await AuditModel.findOne({ 'after.city': 'Reno\ufffd' }).lean()).toMatchObject({
      action: 'affiliate.updated',
      subject: { id: '1002' },
    });
    expect((await save({ ...record, version: saved.body.version }, 'Info')).status).toBe(200);
  });

  test('the second of two editors is refused, and sees what has changed', async () => {
    const mine = await affiliate(1002);
    await save({ ...mine, postalCode: '10001' }, 'Info');
    const late = await save({ ...mine, firstName: 'Sean' }, 'Info');
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect(late.body.error.details).toMatchObject({
      current: { postalCode: '10001', firstName: '=1+1', version: mine.version + 1 },
      changes: [
        { field: 'firstName', sent: 'Sean', current: '=1+1' },
        { field: 'postalCode', sent: '', current: '10001' },
      ],
    });
    expect((await affiliate(1002)).firstName).toBe('=1+1');
  });

  test.each([
    ['commission', '30'],
    ['commission', 100.5],
    ['commission', 1.005],
    ['status', 'open'],
    ['paymentType', 3],
    ['firstName', 'x'.repeat(51)],
    ['emailAddress', ''],
    ['postalCode', 12345],
    ['version', null],
    ['affID', 0],
    ['role', 99],
  ])('Info refuses %s = %j', async (field, value) => {
    const answer = await save({ ...(await affiliate(1002)), [field]: value }, 'Info');
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
  });

  test.each([
    ['Ach', { achRoutingNumber: '1234567890' }],
    ['Ach', { achAccountTypeID: 3 }],
    ['Paypal', { payPalUserName: 'x'.repeat(151) }],
    ['Tax', {}],
    ['', {}],
  ])('%s refuses %j', async (updateType, values) => {
    expect((await save({ ...(await affiliate(1002)), ...values }, updateType)).status).toBe(400);
  });

  test('what other sections hold does not keep a section from being saved', async () => {
    const answer = await save(
      { ...(await affiliate(1002)), achRoutingNumber: 'much too long', address2: 'B' },
      'Info',
    );
    expect([answer.status, answer.body.achRoutingNumber, answer.body.address2]).toEqual([200, '', 'B']);
  });

  test('an email that is another’s is refused beside the field', async () => {
    const answer = await save({ ...(await affiliate(1002)), emailAddress: 'ANN@example.com' }, 'Info');
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([409, ['emailAddress']]);
  });

  test('an affiliate’s email must do for signing in, a staff’s need not', async () => {
    const emailAddress = `${'a'.repeat(39)}@example.com`;
    const answer = await save({ ...(await affiliate(1002)), emailAddress }, 'Info');
    expect([answer.status, answer.body.error.fields]).toEqual([400, { emailAddress: SIGN_IN_EMAIL_TEXT }]);
    const wrong = await save({ ...(await affiliate(1002)), emailAddress: 'a'.repeat(60) }, 'Info');
    expect(wrong.body.error.fields).toEqual({ emailAddress: MESSAGE.invalidEmail });
    const { staffID } = await makeStaff({ firstName: 'Lo' });
    const [staff] = (await office.get(`/api/get-staff-info?StaffID=${staffID}`)).body;
    const saved = await office.post('/api/update-staff?updateType=Info', { ...staff, emailAddress });
    expect([saved.status, saved.body.emailAddress]).toEqual([200, emailAddress]);
  });

  test('who is not there is not found', async () => {
    expect((await save({ ...(await affiliate(1002)), affID: 4444 }, 'Info')).status).toBe(404);
  });

  test('staff: kellyStaffID has at most four digits, and a staff must be selected', async () => {
    const [record] = (await office.get('/api/get-staff-info?StaffID=5')).body;
    const tooLong = await save({ ...record, kellyStaffID: 10_000 }, 'Info', 'staff');
    expect(tooLong.body.error.fields).toEqual({
      kellyStaffID: 'KellyStaffID must be a number up to 4 digits',
    });
    const nobody = await save({ ...record, staffID: 0 }, 'Info', 'staff');
    expect(nobody.body.error.fields).toEqual({ staffID: 'Please select staff' });
    const saved = await save({ ...record, kellyStaffID: 42, maxProfiles: 3 }, 'Info', 'staff');
    expect(saved.body).toMatchObject({ kellyStaffID: 42, maxProfiles: 3, version: 1 });
  });

  test('members have Info only', async () => {
    const [record] = (await office.get('/api/get-member-info?MemberID=7')).body;
    const saved = await save({ ...record, credits: 12.5, emailAddressVerified: true }, 'Info', 'member');
    expect(saved.body).toEqual({ ...record, credits: 12.5, emailAddressVerified: true, version: 1 });
    expect((await save({ ...record, version: 1 }, 'Paypal', 'member')).status).toBe(400);
    expect((await save({ ...record, version: 1, credits: '5' }, 'Info', 'member')).status).toBe(400);
    expect(await MemberModel.findOne({ memberID: 7 }).lean()).toMatchObject({ credits: 12.5 });
  });
});

describe('approving and closing', () => {
  const setStatus = (body: object) => office.post('/api/update-affiliate-status', body);

  test('a closed affiliate is signed out at once; the reason is kept', async () => {
    const { client, affiliate: person } = await signedInAffiliate(app);
    const { affID } = person;
    expect((await setStatus({ affID, status: 2, reason: ' ', version: 0 })).body.error.fields).toEqual({
      reason: 'Please enter a reason',
    });
    const closed = await setStatus({ affID, status: 2, reason: 'Fraud', version: 0 });
    expect(closed.body).toMatchObject({ affID, status: 2, version: 1 });
    expect((await client.get('/api/session')).body).toEqual({ session: null });
    expect((await setStatus({ affID, status: 1, reason: 'Sorry', version: 0 })).status).toBe(409);
    const [line] = (await office.get(`/api/audit-log?subjectType=affiliate&subjectID=${affID}`)).body;
    expect(line).toMatchObject({ action: 'affiliate.closed', after: { status: 2, reason: 'Fraud' } });
  });

  test.each([{ status: 7 }, { status: '2' }, { affID: 0 }, { version: -1 }])(
    '%j is refused',
    async (wrong) => {
      expect((await setStatus({ affID: 1001, status: 2, reason: 'x', version: 0, ...wrong })).status).toBe(
        400,
      );
    },
  );
});

describe('hidden numbers', () => {
  const reveal = (body: object) => office.post('/api/reveal-number', body);

  test('are shown on request; the request is in the audit log, the number in no log', async () => {
    const answer = await reveal({ kind: 'affiliate', id: 1002, field: 'achAccountNumber' });
    expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
      200,
      { value: '000123456789' },
      'no-store',
    ]);
    const [line] = (await office.get('/api/audit-log?action=account-number.revealed')).body;
    expect(line).toMatchObject({ subject: { type: 'affiliate', id: '1002' } });
    expect(JSON.stringify(app.logLines())).not.toContain('123456789');
    expect(JSON.stringify(await AuditModel.find().lean())).not.toContain('123456789');
  });

  test.each([
    [{ kind: 'member', id: 1, field: 'achAccountNumber' }, 400],
    [{ kind: 'staff', id: 5, field: 'taxID' }, 404],
    [{ kind: 'affiliate', id: 1002, field: 'passwordHash' }, 400],
    [{ kind: 'affiliate', id: 1002, field: 'taxID' }, 404],
    [{ kind: 'affiliate', id: 4444, field: 'taxID' }, 404],
  ])('%j is answered %i', async (body, status) => expect((await reveal(body)).status).toBe(status));
});

describe('beside a record', () => {
  test('stand balance, payouts and twelve months; of a member who brought them', async () => {
    const { staffID } = await makeStaff({ firstName: 'Zoe' });
    const answer = await office.get(`/api/account-figures?kind=staff&id=${staffID}`);
    expect(answer.body).toMatchObject({ balance: 0, payouts: [], months: expect.any(Array) });
    expect(answer.body.months).toHaveLength(12);
    expect((await office.get('/api/account-figures?kind=member&id=1')).body).toEqual({
      payouts: [],
      months: [],
      affID: 0,
    });
  });

  test.each([
    ['/api/account-figures?kind=staff&id=999', 404],
    ['/api/account-figures?kind=boss&id=1', 400],
    ['/api/account-history?kind=staff&id=x', 400],
    ['/api/audit-log?subjectType=staff', 400],
    ['/api/audit-log?startDate=1-1-2026', 400],
    ['/api/find-anyone', 400],
  ])('%s is answered %i', async (path, status) => expect((await office.get(path)).status).toBe(status));

  test('the log is read by who, what and when', async () => {
    await editAccount({
      kind: 'member',
      id: 9,
      updateType: 'Info',
      version: 0,
      values: { credits: 1 },
      by: { actor: { kind: 'administrator', id: 777, emailAddress: 'x@example.com' } },
    });
    const log = async (query: string) => (await office.get(`/api/audit-log?${query}`)).body.length;
    const { today } = (await office.get('/api/configuration')).body;
    expect(await log('actor=x@example.com')).toBe(1);
    expect(await log('actor=x@ex')).toBe(1);
    expect(await log('actor=@example.com')).toBe(0);
    expect(await log(`actor=x@example.com&startDate=${today}&endDate=${today}`)).toBe(1);
    expect(await log('actor=x@example.com&endDate=2020-01-01')).toBe(0);
    expect(await log('actor=x@example.com&action=member.updated')).toBe(1);
    expect(await log('actor=x@example.com&action=member.closed')).toBe(0);
    const { body } = await office.get('/api/audit-log?actor=x@example.com');
    expect(body[0].subject).toMatchObject({ type: 'member', id: '9', name: expect.stringMatching(/./) });
    const { text, headers } = await office.get('/api/export-audit-log?actor=x@example.com');
    expect(headers.get('content-disposition')).toContain(`audit-log-${today}.csv`);
    const [, row, ...rest] = text.split('\r\n');
    expect(row).toMatch(/,x@example\.com,Member changed,"Member 9, .*",Credits: .* → 1,,entry:\d+$/);
    expect(rest).toEqual(['']);
    expect(await log('action=audit-log.exported')).toBe(1);
  });

  test('one box finds anyone', async () => {
    const { body } = await office.get('/api/find-anyone?q=sa');
    expect(body).toEqual([
      { kind: 'staff', id: 5, name: 'Sam Lee', emailAddress: 'sam@example.com', status: 0 },
    ]);
    expect((await office.get('/api/find-anyone?q=')).body).toEqual([]);
    expect((await office.get(`/api/find-anyone?q=${'a'.repeat(10_000)}`)).body).toEqual([]);
  });
});

test('a change of payment details is kept, masked, and mailed to the person', async () => {
  const account = { commission: 30, paymentType: 1, achAccountNumber: '000987656789' };
  const una = { ...account, affID: 2003, trackID: 'T3', emailAddress: 'una@example.com' };
  await importPeople({
    affiliates: [una, { ...una, affID: 2004, trackID: 'T4', emailAddress: 'vi@example.com' }],
  });
  const changesOf = (query: string) => office.get(`/api/payment-changes?${query}`);
  const { body: before } = await changesOf('kind=affiliate&id=2003');
  expect(before.changes).toMatchObject([{ origin: 'import', by: '', after: { paymentType: 1 } }]);
  expect(before.shared).toMatchObject([{ id: 2004, same: 'account' }]);
  const record = await affiliate(2003);
  const sent = { ...record, achAccountNumber: '555500001111' };
  expect((await office.post('/api/update-affiliate?updateType=Ach', sent)).status).toBe(200);
  const { text, body } = await changesOf('kind=affiliate&id=2003');
  expect(body.changes).toHaveLength(2);
  expect(body.changes[0]).toMatchObject({
    origin: 'support',
    before: { achAccountNumber: '••••••••6789' },
    after: { achAccountNumber: '••••••••1111' },
  });
  expect(body.shared).toEqual([]);
  expect(text).not.toContain('555500001111');
  const mails = await MailModel.find({ to: 'una@example.com' }).lean();
  expect(mails).toMatchObject([{ kind: 'payment-changed' }]);
  expect(await app.queues.mail.getJob(`send-mail.${mails[0]?._id}`)).not.toBeNull();
  expect((await changesOf('kind=member&id=1')).status).toBe(400);
  expect((await changesOf('kind=staff&id=99')).status).toBe(404);
});

test('an affiliate without a last name or number is shown like any other', async () => {
  await AffiliateModel.updateOne(
    { affID: 1001 },
    { $set: { lastName: '', achAccountNumberEncrypted: 'junk' } },
  );
  expect(await affiliate(1001)).toMatchObject({ lastName: '', achAccountNumber: '••••' });
});
