import { PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import {
  type Affiliate,
  AffiliateModel,
  createAdministrator,
  emailKeyOf,
  type Member,
  MemberModel,
  makeTrackId,
  nameKeysOf,
  nameSearchKeyOf,
  nextId,
  type Staff,
  StaffModel,
} from '@partnerdesk/domain';
import { ingestOrThrow, joined } from './events';

/** The password of every person made here. */
export const TEST_PASSWORD = 'test-pass-1';

/**
 * Its hash with argon2's least memory: a sign-in takes what the hash says, which is 19 MiB and some 30 ms of a processor for
 * those that the product makes.
 */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,p=1,t=2$d5rw7Xb+fu5tDUl2xYJkvw$S8B4GiZRTTOyTw5LO4fwEBU22AoiLpl8O7s87X04MA0';

/** An affiliate who can sign in with TEST_PASSWORD. @throws what the database or the model refuses */
export async function makeAffiliate(fields: Partial<Affiliate> = {}): Promise<Affiliate> {
  const affID = await nextId('affID');
  const person = {
    firstName: 'Ada',
    lastName: `Affiliate ${affID}`,
    emailAddress: `affiliate-${affID}@example.com`,
    ...fields,
  };
  const own = { affID, trackID: makeTrackId(), passwordHash: PASSWORD_HASH, commission: 30 };
  return (await AffiliateModel.create({ ...own, ...keysOf(person), ...person })).toObject();
}

/** What affiliates enter of themselves on their account's page. */
export const personalInformation = <Fields extends object>(fields: Fields) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  address1: '1 Street',
  address2: '',
  postalCode: '1',
  countryID: 124,
  skypeUserName: '',
  ...fields,
});

/** A member of staff. @throws what the database or the model refuses */
export async function makeStaff(fields: Partial<Staff> = {}): Promise<Staff> {
  const staffID = await nextId('staffID');
  const person = {
    firstName: 'Sam',
    lastName: `Staff ${staffID}`,
    emailAddress: `staff-${staffID}@example.com`,
    ...fields,
  };
  return (await StaffModel.create({ staffID, commission: 40, ...keysOf(person), ...person })).toObject();
}

/** What searches and sign-in find a person by. */
function keysOf(person: { firstName: string; lastName: string; emailAddress: string }) {
  return { ...nameKeysOf(person), emailKey: emailKeyOf(person.emailAddress) };
}

/** Through whom a member came; without it an affiliate is made, null: through nobody. */
export interface MemberOrigin {
  affiliate?: Pick<Affiliate, 'trackID'> | null;
  /** When they joined; default: the first instant of 2026. */
  at?: string;
}

/** A member who has joined. */
export async function makeMember(fields: Partial<Member> = {}, origin: MemberOrigin = {}): Promise<Member> {
  const memberID = await nextId('memberID');
  const affiliate = origin.affiliate === undefined ? await makeAffiliate() : origin.affiliate;
  const person = { username: `member${memberID}`, emailAddress: `member-${memberID}@example.com`, ...fields };
  const keys = { usernameKey: nameSearchKeyOf(person.username), emailKey: emailKeyOf(person.emailAddress) };
  const member = await MemberModel.create({ memberID, ...keys, ...person });
  await ingestOrThrow(joined(memberID, affiliate?.trackID, origin.at ?? '2026-01-01T05:00:00.000Z'));
  return member.toObject();
}

/** An administrator who can sign in with TEST_PASSWORD; with every permission unless some are named. */
export async function makeAdministrator(
  fields: { emailAddress?: string; firstName?: string; permissions?: readonly Permission[] } = {},
): Promise<{ adminID: number; emailAddress: string; permissions: readonly Permission[] }> {
  const { firstName = 'Grace', permissions = PERMISSIONS } = fields;
  const emailAddress = fields.emailAddress ?? `admin-${await nextId('adminID')}@example.com`;
  const passwordHash = PASSWORD_HASH;
  const adminID = await createAdministrator({ emailAddress, firstName, permissions, passwordHash });
  return { adminID, emailAddress, permissions };
}
