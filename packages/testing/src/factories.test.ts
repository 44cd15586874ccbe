import { randomBytes } from 'node:crypto';
import {
  AffiliateModel,
  checkPassword,
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  EntryModel,
  StaffModel,
} from '@partnerdesk/domain';
import { makeCall, makeMessage, makeNotification, makeRefund, makeSexting, makeTip } from './events';
import { testDatabaseUrl } from './index';
import { makeAdministrator, makeAffiliate, makeMember, makeStaff, TEST_PASSWORD } from './people';

beforeAll(async () => {
  configureDomain({ fieldKeys: [{ id: 'test', key: randomBytes(32) }], timeZone: 'America/New_York' });
  await connectDatabase(testDatabaseUrl('factories'));
});
afterAll(() => disconnectDatabase());

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

test('affiliates and administrators can sign in', async () => {
  for (const { emailAddress } of [await makeAffiliate(), await makeAdministrator()]) {
    expect(await checkPassword(emailAddress, TEST_PASSWORD)).toMatchObject({ outcome: 'ok' });
  }
});

test('a refund makes all that stands before it: sale, member, affiliate', async () => {
  const before = await AffiliateModel.countDocuments();
  const refund = await makeRefund({ amountCents: 700 });
  const entry = await EntryModel.findById(refund.eventID).lean();
  expect(entry).toMatchObject({ amountCents: -700, commission: 30, payoutCents: -210 });
  expect(await AffiliateModel.countDocuments()).toBe(before + 1);
});

test.each([makeMessage, makeSexting, makeCall, makeTip])('$name earns its staff something', async (make) => {
  const { staffID } = await makeStaff({ commission: 50 });
  const { eventID, amountCents } = await make({ staffID });
  const entry = await EntryModel.findById(eventID).lean();
  expect(entry).toMatchObject({ payee: `staff:${staffID}`, payoutCents: amountCents / 2 });
});

test.each(['staff', 'member'] as const)('a notification to %s makes who gets it', async (to) => {
  const before = await StaffModel.countDocuments();
  expect(await makeNotification({ to })).toHaveProperty(`${to}ID`);
  expect((await StaffModel.countDocuments()) - before).toBe(to === 'staff' ? 1 : 0);
});

test('a refused event is told at once', async () => {
  await expect(makeTip({ amountCents: -1 })).rejects.toThrow('Event refused: ');
});
