import { signIn } from './web-server.mjs';

/** Affiliates with a password and with figures on each day of this month and the last. */
export const AFFILIATES = 200;
const PASSWORD = 'bench-pass-1';

/** @param {number} affID */
const emailOf = (affID) => `aff${affID}@example.com`;

/** @param {import('../scripts/lib/domain.mjs').Domain} domain */
export async function addAffiliates(domain) {
  const ids = Array.from({ length: AFFILIATES }, (_, index) => index + 1);
  await domain.importPeople({
    affiliates: ids.map((affID) => ({
      ...{ affID, trackID: `B${affID}`, emailAddress: emailOf(affID), commission: 30 },
    })),
    staff: [],
  });
  await domain.AffiliateModel.updateMany({}, { passwordHash: await domain.hashPassword(PASSWORD) });
  const now = Date.now();
  const events = ids.flatMap((memberID) => [
    {
      eventID: `j${memberID}`,
      type: 'member.joined',
      memberID,
      trackID: `B${memberID}`,
      at: dayBefore(now, 60),
    },
    ...Array.from({ length: 60 }, (_, day) => ({
      ...{ eventID: `s${memberID}-${day}`, type: 'sale', memberID, amountCents: 1000 + day },
      ...{ transactionType: 'initial', at: dayBefore(now, day) },
    })),
  ]);
  for (let start = 0; start < events.length; start += 1000)
    await domain.ingestEvents(
      events.slice(start, start + 1000).map((value, index) => ({ line: index + 1, value })),
    );
}

/** @param {number} now ms @param {number} days */
const dayBefore = (now, days) => new Date(now - days * 86_400_000).toISOString();

/**
 * Signs so many of them in. @returns their ids and session cookies
 * @param {string} url
 * @param {number} count
 */
export async function signInMany(url, count) {
  const people = [];
  for (let affID = 1; affID <= count; affID += 1) {
    // Each from an address of its own: from one, signing in is limited.
    const headers = { 'x-forwarded-for': `198.51.100.${affID}` };
    const cookie = await signIn(url, { EmailAddress: emailOf(affID), Password: PASSWORD }, headers);
    people.push({ affID, cookie });
  }
  return people;
}
