import { PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import {
  type Affiliate,
  AffiliateModel,
  createAdministrator,
  hashPassword,
  importPeople,
  type Member,
  MemberModel,
  makeTrackId,
  nextId,
  type Staff,
  StaffModel,
} from '@partnerdesk/domain';
import { ingestOrThrow } from './ingest';

/** What everybody made here signs in with. */
export const TEST_PASSWORD = 'test-pass-1';

/** Hashing is slow on purpose: once a test file is enough. */
let hash: Promise<string> | undefined;

/** An affiliate who can sign in with TEST_PASSWORD. */
export async function makeAffiliate(fields: Partial<Affiliate> = {}): Promise<Affiliate> {
  const affID = await nextId('affID');
  await importPeople({
    affiliates: [
      {
        affID,
        trackID: makeTrackId(),
        emailAddress: fields.emailAddress ?? `affiliate-${affID}@example.com`,
        firstName: fields.firstName ?? 'Ada',
        lastName: fields.lastName ?? `Affiliate ${affID}`,
        commission: fields.commission ?? 30,
      },
    ],
  });
  hash ??= hashPassword(TEST_PASSWORD);
  const changes = { passwordHash: await hash, ...fields };
  return AffiliateModel.findOneAndUpdate({ affID }, { $set: changes }, { returnDocument: 'after' })
    .orFail()
    .lean();
}

/** A member of staff. */
export async function makeStaff(fields: Partial<Staff> = {}): Promise<Staff> {
  const staffID = await nextId('staffID');
  await importPeople({
    staff: [
      {
        staffID,
        emailAddress: fields.emailAddress ?? `staff-${staffID}@example.com`,
        firstName: fields.firstName ?? 'Sam',
        lastName: fields.lastName ?? `Staff ${staffID}`,
        commission: fields.commission ?? 40,
      },
    ],
  });
  return StaffModel.findOneAndUpdate({ staffID }, { $set: fields }, { returnDocument: 'after' })
    .orFail()
    .lean();
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
  await importPeople({
    members: [
      {
        memberID,
        username: fields.username ?? `member${memberID}`,
        emailAddress: fields.emailAddress ?? `member-${memberID}@example.com`,
      },
    ],
  });
  await ingestOrThrow({
    eventID: `join-${memberID}`,
    type: 'member.joined',
    at: origin.at ?? '2026-01-01T05:00:00.000Z',
    memberID,
    ...(affiliate && { trackID: affiliate.trackID }),
  });
  return MemberModel.findOneAndUpdate({ memberID }, { $set: fields }, { returnDocument: 'after' })
    .orFail()
    .lean();
}

/** Somebody of the office who can sign in with TEST_PASSWORD; with every permission, unless told which. */
export async function makeAdministrator(
  fields: { emailAddress?: string; firstName?: string; permissions?: readonly Permission[] } = {},
): Promise<{ adminID: number; emailAddress: string; permissions: readonly Permission[] }> {
  const { firstName = 'Grace', permissions = PERMISSIONS } = fields;
  const emailAddress = fields.emailAddress ?? `admin-${await nextId('adminID')}@example.com`;
  const adminID = await createAdministrator({
    emailAddress,
    password: TEST_PASSWORD,
    firstName,
    permissions,
  });
  return { adminID, emailAddress, permissions };
}
