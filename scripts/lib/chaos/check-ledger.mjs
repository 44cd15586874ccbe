import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { DEVELOPMENT_SECRETS } from '@partnerdesk/node';
import { waitFor } from '@partnerdesk/testing/services';
import { differencesOf } from '../derive-again.mjs';

const FINISHED_WITHIN_MS = 120_000;

/** @typedef {import('./load.mjs').Acknowledged} Acknowledged */
/** @typedef {{ figures: Record<string, number>, faults: string[] }} Found `faults`: what is not as it has to be */

/**
 * Holds what is stored against what was acknowledged, once all work is done.
 * @param {Acknowledged} acknowledged @param {string[]} received mails as the mail server had them @returns {Promise<Found>}
 */
export async function checkLedger(acknowledged, received) {
  await untilFinished();
  /** @type {Found} */
  const found = { figures: {}, faults: [] };
  await checkEvents(found, acknowledged);
  await checkSums(found);
  await checkPayrolls(found, acknowledged);
  await checkDecisions(found, acknowledged);
  await checkMails(found, acknowledged, received);
  return found;
}

/** Open runs and mails are the workers' to finish. */
async function untilFinished() {
  const isFinished = async () => {
    const [runs, mails] = await Promise.all([
      domain.openRuns(),
      domain.MailModel.countDocuments({ state: { $in: ['waiting', 'sending', 'handed-over'] } }),
    ]);
    if (runs.length || mails) throw new Error(`${runs.length} runs and ${mails} mails are not finished`);
    return true;
  };
  await waitFor(isFinished, { what: 'all work', timeoutMs: FINISHED_WITHIN_MS, everyMs: 500 });
}

/** What is stored adds up, in the product's own reading and in one without the product. @param {Found} found */
async function checkSums({ figures, faults }) {
  const { differences, entries, journal } = await domain.auditPayroll();
  faults.push(...differences);
  // The export moves into the audit log what a process left that died between a change and its line.
  const directory = await mkdtemp(join(tmpdir(), 'chaos-export-'));
  await domain.exportLedger(directory);
  faults.push(...(await differencesOf(directory, DEVELOPMENT_SECRETS.PROOF_KEY)));
  await rm(directory, { recursive: true });
  Object.assign(figures, { entries, journal });
}

/** @param {Found} found @param {Acknowledged} acknowledged */
async function checkEvents({ figures, faults }, { events }) {
  figures.events = 0;
  for await (const { _id } of domain.EventModel.find({}, { _id: 1 }).lean().cursor())
    if (events.delete(_id)) figures.events += 1;
  for (const eventID of events) faults.push(`acknowledged event ${eventID} is lost`);
}

/** @param {Found} found @param {Acknowledged} acknowledged */
async function checkPayrolls({ figures, faults }, { payrolls, paid, payFiles }) {
  const states = await domain.paymentStatuses([...payrolls.keys()]);
  for (const [payrollID, amount] of payrolls) {
    const payroll = await domain.PayrollModel.findById(payrollID).lean();
    if (!payroll) faults.push(`payroll ${payrollID} is lost`);
    else if (payroll.amountCents !== Math.round(amount * 100))
      faults.push(`payroll ${payrollID} is ${payroll.amountCents} cents, not ${amount} dollars`);
    if (paid.has(payrollID) && states.get(payrollID)?.mark?.state !== 'paid')
      faults.push(`payroll ${payrollID} was marked paid and is not`);
  }
  Object.assign(figures, { payrolls: payrolls.size, marks: paid.size, payFiles });
}

/** @param {Found} found @param {Acknowledged} acknowledged */
async function checkDecisions({ figures, faults }, { decisions }) {
  for (const [staffID, status] of decisions) {
    const staff = await domain.StaffModel.findOne({ staffID }, { status: 1 }).lean();
    if (staff?.status !== status) faults.push(`the decision about staff ${staffID} is lost`);
    const lines = await domain.AuditModel.countDocuments({
      'subject.type': 'staff',
      'subject.id': String(staffID),
      action: { $in: ['staff.approved', 'staff.rejected'] },
    });
    if (lines !== 1) faults.push(`the decision about staff ${staffID} has ${lines} lines in the audit log`);
  }
  figures.decisions = decisions.size;
}

/** @param {Found} found @param {Acknowledged} acknowledged @param {string[]} received */
async function checkMails({ figures, faults }, { mails }, received) {
  const ids = received.map((mail) => /<([^>@]+)@partnerdesk>/.exec(mail)?.[1]);
  const twice = ids.length - new Set(ids).size;
  if (twice > 0) faults.push(`${twice} mails were sent twice`);
  const stored = await domain.MailModel.find({}, { state: 1 }).lean();
  for (const { _id, state } of stored)
    if (state === 'sent' && !ids.includes(_id)) faults.push(`mail ${_id} is marked sent and never arrived`);
  if (stored.length < mails) faults.push(`${mails} mails were acknowledged, ${stored.length} are stored`);
  const unsureMails = stored.filter(({ state }) => state === 'unsure').length;
  Object.assign(figures, { mails: ids.length, unsureMails });
}
