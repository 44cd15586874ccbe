import * as domain from '@partnerdesk/domain';
import { FAULT_ADMIN } from '../fault-system.mjs';

export const AFFILIATES = 40;
export const STAFF = 10;
/** Applicants to decide about; their ids come after the staff that work. */
export const APPLICANTS = 2000;
const MEMBERS = 120;
/** Events are of so many days before today. */
export const DAYS = 12;

/** @param {number} affID */
export const affiliateLogin = (affID) => ({
  EmailAddress: `affiliate${affID}@example.com`,
  Password: 'an affiliate’s password',
});

/** @param {number} length */
const idsTo = (length) => Array.from({ length }, (_, index) => index + 1);

/** People to work with: affiliates with PayPal accounts, staff, applicants, an administrator. Members join by events. */
export async function addPeople() {
  await domain.importPeople({
    affiliates: idsTo(AFFILIATES).map((affID) => ({
      affID,
      trackID: `T${affID}`,
      emailAddress: affiliateLogin(affID).EmailAddress,
      firstName: 'Ann',
      lastName: `Number ${affID}`,
      commission: 20,
      paymentType: 2,
      payPalUserName: `pay${affID}@example.com`,
    })),
    staff: idsTo(STAFF + APPLICANTS).map((staffID) => ({
      staffID,
      emailAddress: `staff${staffID}@example.com`,
      status: staffID <= STAFF ? 1 : 0,
      firstName: 'Sam',
      lastName: `Number ${staffID}`,
      commission: 50,
    })),
  });
  const passwordHash = await domain.hashPassword(affiliateLogin(1).Password);
  await domain.AffiliateModel.updateMany({}, { $set: { passwordHash } });
  const permissions = /** @type {const} */ (['moderation', 'accounts', 'payroll', 'statistics']);
  await domain.createAdministrator({ ...FAULT_ADMIN, permissions });
}

/** Makes the events of the service, in the order in which they happened. @param {import('./random.mjs').Random} random */
export function eventMaker(random) {
  let made = 0;
  /** @type {{ eventID: string, amountCents: number }[]} */
  const sales = [];
  const instant = () =>
    new Date(Date.now() - random.between(1, DAYS) * 86_400_000 - random.between(0, 3_600_000)).toISOString();
  const member = () => random.between(1, MEMBERS);
  const staff = () => random.between(1, STAFF);

  const both = () => ({ memberID: member(), staffID: staff() });

  const sale = () => {
    const event = { type: 'sale', memberID: member(), amountCents: random.between(100, 9000) };
    return { ...event, transactionType: 'initial' };
  };
  const refund = () => {
    const [refunded] = sales.splice(random.between(0, Math.max(0, sales.length - 1)), 1);
    if (!refunded) return sale();
    return { type: 'refund', saleEventID: refunded.eventID, amountCents: refunded.amountCents };
  };
  const message = () => {
    const said = { type: 'message', ...both(), from: random.pick(['member', 'staff']) };
    return { ...said, amountCents: random.pick([0, 250]) };
  };
  const tip = () => ({ type: 'tip', ...both(), amountCents: random.between(100, 2000) });

  return {
    /** Every member once, each of some affiliate. */
    joins: () =>
      idsTo(MEMBERS).map((memberID) => ({
        eventID: `join-${memberID}`,
        type: 'member.joined',
        at: new Date(Date.now() - (DAYS + 2) * 86_400_000).toISOString(),
        memberID,
        trackID: `T${random.between(1, AFFILIATES)}`,
      })),
    /** @param {number} count */
    events: (count) =>
      Array.from({ length: count }, () => {
        made += 1;
        const what = random.pick([sale, sale, sale, refund, message, message, tip])();
        const event = { eventID: `e${made}`, at: instant(), ...what };
        if (event.type === 'sale') sales.push(/** @type {any} */ (event));
        return event;
      }),
  };
}
