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
 * The sample's people, `copy` times over: ids, trackIDs and addresses of their own each time, and neutral
 * payment details for those who have a payment type.
 * @param {{ affiliates: any[], staff: any[], members: any[] }} people
 * @param {number} copy 0 is the sample itself
 */
export function demoPeople(people, copy) {
  const shifted = idShift(people, copy);
  return {
    affiliates: people.affiliates.map((each) => {
      const affID = shifted.affID(each.affID);
      const emailAddress = affID === DEMO_AFFILIATE_ID ? DEMO_AFFILIATE_EMAIL : `aff${affID}@example.com`;
      return withPayment({ ...each, affID, trackID: shifted.trackID(each.trackID), emailAddress }, affID);
    }),
    staff: people.staff.map((each) => {
      const staffID = shifted.staffID(each.staffID);
      return withPayment({ ...each, staffID, emailAddress: `staff${staffID}@example.com` }, staffID);
    }),
    members: people.members.map((each) => {
      const memberID = shifted.memberID(each.memberID);
      return {
        ...each,
        memberID,
        username: `member${memberID}`,
        emailAddress: `member${memberID}@example.com`,
      };
    }),
  };
}

/**
 * The same people, with a payment type for nearly everybody, as a business has that pays them; two share an account.
 * @param {ReturnType<typeof demoPeople>} people
 */
export function withPaymentTypes({ affiliates, staff, members }) {
  const typed = (/** @type {any} */ person, /** @type {number} */ id) =>
    person.paymentType || id % 10 === 7 ? person : withPayment({ ...person, paymentType: 1 + (id % 2) }, id);
  return {
    affiliates: affiliates.map((each) => {
      const person = typed(each, each.affID);
      const { affIDs, payPalUserName } = SHARED;
      return affIDs.includes(each.affID) ? { ...person, paymentType: 2, payPalUserName } : person;
    }),
    staff: staff.map((each) => {
      const person = typed(each, each.staffID);
      // Not the account of the affiliate with this id.
      return person.achAccountNumber
        ? { ...person, achAccountNumber: String(2_000_000 + each.staffID) }
        : person;
    }),
    members,
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

/** @param {any} person @param {number} id */
function withPayment(person, id) {
  if (person.paymentType === 1) {
    return {
      ...person,
      achName: `${person.firstName} ${person.lastName}`,
      achAccountType: 1 + (id % 2),
      achRoutingNumber: ROUTING_NUMBER,
      achAccountNumber: String(1_000_000 + id),
    };
  }
  return person.paymentType === 2 ? { ...person, payPalUserName: person.emailAddress } : person;
}
