/** A routing number whose check digit is right and that no bank uses for people. */
const ROUTING_NUMBER = '110000000';

/** Password of every demo login. */
export const DEMO_PASSWORD = 'demo-pass-1';

/** The affiliate of the demo login. */
export const DEMO_AFFILIATE_ID = 1;
const DEMO_AFFILIATE_EMAIL = 'affiliate@example.com';

/** Affiliates of a business that goes on who are paid to one account: somebody should look at them. */
const SHARED = { affIDs: [12, 14], payPalUserName: 'family@example.com' };

/**
 * The sample's people, `copy` times over: ids, trackIDs and addresses of their own each time, and neutral payment details
 * for those who have a payment type.
 * @param {{ affiliates: any[], staff: any[], members: any[] }} people
 * @param {number} copy 0 is the sample itself
 * @param {boolean} [isLive] nearly everybody has a payment type, as in a business that pays them, and two share an account
 */
export function demoPeople(people, copy, isLive = false) {
  const shifted = idShift(people, copy);
  const typed = (/** @type {any} */ { paymentType }, /** @type {number} */ id) =>
    isLive && !paymentType && id % 10 !== 7 ? 1 + (id % 2) : paymentType;
  return {
    affiliates: people.affiliates.map((each) => {
      const affID = shifted.affID(each.affID);
      const emailAddress = affID === DEMO_AFFILIATE_ID ? DEMO_AFFILIATE_EMAIL : `aff${affID}@example.com`;
      const own = { affID, trackID: shifted.trackID(each.trackID), emailAddress };
      const person = withPayment({ ...each, ...own, paymentType: typed(each, affID) }, 1_000_000 + affID);
      const { affIDs, payPalUserName } = SHARED;
      return isLive && affIDs.includes(affID) ? { ...person, paymentType: 2, payPalUserName } : person;
    }),
    staff: people.staff.map((each) => {
      const staffID = shifted.staffID(each.staffID);
      const own = { staffID, emailAddress: `staff${staffID}@example.com`, paymentType: typed(each, staffID) };
      // Not the account of the affiliate with this id.
      return withPayment({ ...each, ...own }, 2_000_000 + staffID);
    }),
    members: people.members.map((each) => {
      const memberID = shifted.memberID(each.memberID);
      const username = `member${memberID}`;
      return { ...each, memberID, username, emailAddress: `${username}@example.com` };
    }),
  };
}

/**
 * How the ids of one copy differ from the sample's.
 * @param {{ affiliates: any[], staff: any[], members: any[] }} people @param {number} copy
 */
export function idShift({ affiliates, staff, members }, copy) {
  const after = (/** @type {any[]} */ list) => (/** @type {number} */ id) => id + copy * list.length;
  const named = (/** @type {string} */ id) => (copy ? `${id}-${copy}` : id);
  const numbers = { affID: after(affiliates), staffID: after(staff), memberID: after(members) };
  return { ...numbers, trackID: named, eventID: named, saleEventID: named };
}

/** @param {any} person @param {number} account */
function withPayment(person, account) {
  if (person.paymentType === 1) {
    return {
      ...person,
      achName: `${person.firstName} ${person.lastName}`,
      achAccountType: 1 + (account % 2),
      achRoutingNumber: ROUTING_NUMBER,
      achAccountNumber: String(account),
    };
  }
  return person.paymentType === 2 ? { ...person, payPalUserName: person.emailAddress } : person;
}
