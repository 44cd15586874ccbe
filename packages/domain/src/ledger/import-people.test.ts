import { useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel, MemberModel, StaffModel } from '../accounts';
import { nextId } from '../platform';
import { importPeople } from './import-people';

useTestDatabase();

const affiliate = { affID: 1, trackID: 'T1', emailAddress: 'one@example.com', commission: 20 };
const staff = { staffID: 1, emailAddress: 'two@example.com', commission: 40 };
const member = { memberID: 1, username: 'three', emailAddress: 'three@example.com' };

it('adds what a file names, with nothing where it is silent', async () => {
  const named = {
    ...affiliate,
    firstName: ' Ann',
    city: 'Oslo',
    paymentType: 2,
    achAccountType: 1,
    countryID: 4,
  };
  await importPeople({ affiliates: [named], staff: [staff], members: [{ ...member, credits: 2.5 }] });
  const silent = { firstName: '', city: '', paymentType: 0, achAccountType: 0, status: 0 };
  expect(await AffiliateModel.findOne().lean()).toMatchObject(named);
  expect(await StaffModel.findOne().lean()).toMatchObject({ ...silent, ...staff });
  expect(await MemberModel.findOne().lean()).toMatchObject({ ...member, credits: 2.5, status: 0 });
});

it.each([
  ['affiliates[0].postalCode', { affiliates: [{ ...affiliate, postalCode: '12345678901' }] }],
  ['affiliates[0].commission', { affiliates: [{ ...affiliate, commission: 20.001 }] }],
  ['affiliates[0].paymentType', { affiliates: [{ ...affiliate, paymentType: 3 }] }],
  ['affiliates[0].achAccountType', { affiliates: [{ ...affiliate, achAccountType: 3 }] }],
  ['affiliates[0].achRoutingNumber', { affiliates: [{ ...affiliate, achRoutingNumber: 123456789 }] }],
  ['affiliates[0].passcode', { affiliates: [{ ...affiliate, passcode: 'abc' }] }],
  ['affiliates[0].trackID', { affiliates: [{ ...affiliate, trackID: 'T 1' }] }],
  ['staff[0].emailAddress', { staff: [{ ...staff, emailAddress: '' }] }],
  ['staff[0].commission', { staff: [{ staffID: 1, emailAddress: 'two@example.com' }] }],
  ['staff[0].status', { staff: [{ ...staff, status: 1.5 }] }],
  ['members[0].username', { members: [{ ...member, username: 'x'.repeat(51) }] }],
])('refuses a wrong %s and adds nobody', async (place, file) => {
  await expect(importPeople(file)).rejects.toThrow(place);
  expect(
    await Promise.all([AffiliateModel, StaffModel, MemberModel].map((model) => model.countDocuments())),
  ).toEqual([0, 0, 0]);
});

it.each([
  ['trackID', { emailAddress: 'four@example.com' }],
  ['emailAddress', { trackID: 'T2', emailAddress: 'One@Example.com' }],
])(
  'refuses a new affiliate whose %s another one has, in the file or stored, and adds nobody',
  async (field, own) => {
    const second = { ...affiliate, affID: 2, ...own };
    const error = `"affiliates[1].${field}" is that of affiliate 1`;
    await expect(importPeople({ affiliates: [affiliate, second], staff: [staff] })).rejects.toThrow(error);
    expect([await AffiliateModel.countDocuments(), await StaffModel.countDocuments()]).toEqual([0, 0]);
    await importPeople({ affiliates: [affiliate] });
    const file = { affiliates: [{ ...affiliate, emailAddress: 'new@example.com' }, second] };
    await expect(importPeople(file)).rejects.toThrow(error);
    expect(await importPeople({ affiliates: [affiliate, affiliate] })).toEqual({ added: 0, existing: 2 });
  },
);

it('refuses an affiliate whose number somebody else has got, who is known by another trackID', async () => {
  await importPeople({ affiliates: [affiliate] });
  const other = { ...affiliate, trackID: 'T2', emailAddress: 'four@example.com' };
  const file = { affiliates: [{ ...other, affID: 2, trackID: 'T3' }, other] };
  await expect(importPeople(file)).rejects.toThrow('"affiliates[1].affID" is that of T1');
  expect(await AffiliateModel.countDocuments()).toBe(1);
});

it('who registers while a file is imported gets no number of the file’s', async () => {
  let next: Promise<number> | undefined;
  await importPeople({ affiliates: [{ ...affiliate, affID: 7 }] }, () => {
    next = nextId('affID');
  });
  expect(await next).toBe(8);
});
