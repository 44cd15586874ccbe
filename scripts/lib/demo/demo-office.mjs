import { addDays, plainRates } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { DEMO_AFFILIATE_ID } from './sample.mjs';

/** Who follows the demo's group: the demo login among others. */
const GROUP = { name: 'Long-standing partners', members: [DEMO_AFFILIATE_ID, 3, 5, 8] };
/** The group's rates change so long after the demo's first day (days). */
const CHANGE_AFTER = 7;
/** Affiliates who look like one person: one registered in the network where the other signs in (RFC 5737). */
const SAME_NETWORK = { signsIn: 21, registered: 22, address: '203.0.113.7' };
/** The longest that anybody has been there before the demo's first day, and by how much the next one is newer (days). */
const OLDEST = 600;
const NEWER = 10;

/**
 * What the office of a business that goes on has besides: since when people are there, a group of commissions whose rates
 * change soon, and affiliates to be looked at. Safe to repeat and to resume.
 * @param {string} firstDay
 */
export async function loadDemoOffice(firstDay) {
  const since = (/** @type {number} */ id) =>
    new Date(domain.startOfDay(addDays(firstDay, id * NEWER - OLDEST)).getTime() + 15 * 3_600_000);
  for (const { affID } of await domain.AffiliateModel.find({}, { affID: 1 }).lean())
    await domain.AffiliateModel.updateOne({ affID }, { $set: { createdAt: since(affID) } });
  for (const { staffID } of await domain.StaffModel.find({}, { staffID: 1 }).lean())
    await domain.StaffModel.updateOne({ staffID }, { $set: { createdAt: since(staffID) } });
  await addGroup(addDays(domain.today(), CHANGE_AFTER));
  const { signsIn, registered, address } = SAME_NETWORK;
  await domain.traceVisit(signsIn, 'sign-in', { address, devices: [] });
  await domain.traceVisit(registered, 'registration', { address, devices: [] });
}

/** An administrator of the demo, as the audit log names them. @param {string} emailAddress */
export async function officeActor(emailAddress) {
  const found = await domain.AdministratorModel.findOne({ emailKey: emailAddress }).lean();
  return { kind: /** @type {const} */ ('administrator'), id: found?.adminID ?? 0, emailAddress };
}

/** @param {string} from first valid day of the change */
async function addGroup(from) {
  const by = { actor: await officeActor('admin@example.com') };
  const groups = await domain.listGroups();
  const groupID =
    groups.find(({ name }) => name === GROUP.name)?._id ??
    (await domain.addGroup(GROUP.name, { ...plainRates(22.5), initial: 30 }, by));
  const group = await domain.CommissionGroupModel.findById(groupID).lean();
  if (group?.changes.length === 1)
    await domain.changeGroupTerms({
      groupID,
      version: group.version,
      from,
      by,
      rates: { ...plainRates(25), initial: 35, capDays: 365, capCommission: 10 },
    });
  for (const affID of GROUP.members) {
    const member = await domain.AffiliateModel.findOne({ affID }).lean();
    if (!member || member.terms.length > 0) continue;
    const change = { affID, version: member.version, from: domain.today(), groupID, own: null, by };
    await domain.changeAccountTerms(change);
  }
}
