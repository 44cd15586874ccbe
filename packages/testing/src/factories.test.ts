import {
  AffiliateModel,
  checkPassword,
  EntryModel,
  emailKeyOf,
  nameKeysOf,
  nameSearchKeyOf,
} from '@partnerdesk/domain';
import { ingestOrThrow, tip } from './events';
import { makeAdministrator, makeAffiliate, makeMember, makeStaff, TEST_PASSWORD } from './people';
import { makeSale } from './sales';
import { useTestDatabase } from './test-database';

useTestDatabase();

test('people come with ids, and with what the test is about', async () => {
  const [first, second] = [
    await makeAffiliate({ commission: 12.5, accountStatus: 1 }),
    await makeAffiliate(),
  ];
  expect(first).toMatchObject({ commission: 12.5, accountStatus: 1 });
  expect(second.affID).not.toBe(first.affID);
  expect(await makeStaff({ status: 1 })).toMatchObject({ status: 1 });
  expect(await makeMember({ credits: 7 }, { affiliate: null })).toMatchObject({ credits: 7 });
});

test('people can be found by the keys of their names and emails', async () => {
  const named = { firstName: 'Zoë', lastName: "O'Hara", emailAddress: 'Zoe@Example.com' };
  const keys = { ...nameKeysOf(named), emailKey: emailKeyOf(named.emailAddress) };
  expect(await makeAffiliate(named)).toMatchObject({ ...named, ...keys });
  expect(await makeStaff(named)).toMatchObject({ ...named, ...keys });
  expect(await makeMember({ username: 'Zoë_1' })).toMatchObject({ usernameKey: nameSearchKeyOf('Zoë_1') });
});

test('affiliates and administrators can sign in', async () => {
  for (const { emailAddress } of [await makeAffiliate(), await makeAdministrator()]) {
    expect(await checkPassword(emailAddress, TEST_PASSWORD)).toMatchObject({ outcome: 'ok' });
  }
});

test('a sale makes its member and affiliate', async () => {
  const before = await AffiliateModel.countDocuments();
  const { memberID } = await makeSale({ amountCents: 700 });
  expect(await EntryModel.findOne({ memberID }).lean()).toMatchObject({
    amountCents: 700,
    commission: 30,
    payoutCents: 210,
  });
  expect(await AffiliateModel.countDocuments()).toBe(before + 1);
});

test('a refused event ends the test at once', async () => {
  const refused = tip('t1', 1, 1, -1, '2026-01-15T17:00:00.000Z');
  await expect(ingestOrThrow(refused)).rejects.toThrow('Event refused: ');
});
