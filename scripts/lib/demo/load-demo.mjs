import { readFileSync, statSync } from 'node:fs';
import { daysBetween, PERMISSIONS } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { Failure } from '../command.mjs';
import { importEvents } from '../import-events.mjs';
import { inRoot } from '../paths.mjs';
import { progressBar } from '../progress.mjs';
import { loadDemoModeration } from './demo-moderation.mjs';
import { DAYS, demoFirstDay, LIVE, note, noted, noteFirst, sampleLastDay } from './first-day.mjs';
import { beginPast, importPast, loadDemoOffice } from './past.mjs';
import { DEMO_AFFILIATE_ID, DEMO_PASSWORD, demoEvents, demoPeople } from './sample.mjs';

/** Who may do what in the demo's office (docs/RULES.md, Accounts and access). */
const OFFICE = /** @type {const} */ ([
  { emailAddress: 'admin@example.com', firstName: 'Admin', permissions: PERMISSIONS },
  { emailAddress: 'moderator@example.com', firstName: 'Moderator', permissions: ['moderation'] },
  { emailAddress: 'payroll@example.com', firstName: 'Payroll', permissions: ['payroll', 'statistics'] },
]);

/** Name under which the database keeps how much demo it has. */
const SCALE = 'demo:scale';

/**
 * Loads what is missing of the demo. The move in time is settled by the first load, so that going on makes the same events.
 * @param {number} scale how many times the sample @param {import('@partnerdesk/domain').Storage} storage of the pictures
 * @param {{ live?: boolean }} [how] `live`: with a past that a business which goes on has (past.mjs)
 */
export async function loadDemo(scale, storage, { live = false } = {}) {
  await loadBusiness(scale, live);
  await loadDemoModeration(storage);
}

/** @param {number} scale @param {boolean} live */
async function loadBusiness(scale, live) {
  const loaded = await noted(SCALE);
  if (loaded >= scale) return;
  await refuseRealBusiness();
  const people = JSON.parse(readFileSync(inRoot('scripts', 'sample', 'people.json'), 'utf8'));
  await noteFirst(DAYS, daysBetween(sampleLastDay(), domain.today()));
  const days = await noted(DAYS);
  const firstDay = await demoFirstDay();
  // Settled with the first load, so that an interrupted one goes on in the same way.
  await noteFirst(LIVE, live ? domain.startOfDay(firstDay).getTime() : 0);
  const isLive = (await noted(LIVE)) > 0;
  const { timeZone } = domain.domainConfig();
  await addLogins();
  for (let copy = loaded; copy < scale; copy += 1) {
    const past = isLive && copy === 0 ? firstDay : undefined;
    if (past) beginPast(past);
    await domain.importPeople(demoPeople(people, copy, isLive));
    if (copy === 0) await setAffiliatePassword();
    const label = scale > 1 ? ` ${copy + 1} of ${scale}` : '';
    await importCopy(demoEvents(people, { copy, days, timeZone }), { label, past });
    if (past) await loadDemoOffice(past);
    await note(SCALE, copy + 1);
  }
}

/** The demo's logins are known to everybody: they must not get into a business that has people of its own. */
async function refuseRealBusiness() {
  if (await domain.CounterModel.exists({ _id: DAYS })) return;
  if ((await domain.hasAdministrators()) || (await domain.AffiliateModel.exists({}))) {
    throw new Failure('This database has people who are not the demo’s: start with --no-demo.');
  }
}

/**
 * @param {AsyncIterable<import('./sample.mjs').Line>} events
 * @param {{ label: string, past: string | undefined }} how `past`: the demo's first day, if payrolls go with the events
 */
async function importCopy(events, { label, past }) {
  const { size } = statSync(inRoot('scripts', 'sample', 'events.ndjson'));
  const bar = progressBar(`  Demo events${label}`, size);
  const { accepted, duplicates, refused } = past
    ? await importPast(events, past, bar.update)
    : await importEvents(domain, events, bar.update);
  bar.end(`${accepted + duplicates} there`);
  if (refused.length)
    throw new Failure(`${refused.length} demo events were refused, the first: ${refused[0]?.reason}`);
}

async function addLogins() {
  for (const person of OFFICE)
    await domain.createAdministrator({ ...person, password: DEMO_PASSWORD }).catch((error) => {
      if (error.code !== 'conflict') throw error;
    });
}

async function setAffiliatePassword() {
  const passwordHash = await domain.hashPassword(DEMO_PASSWORD);
  await domain.AffiliateModel.updateOne({ affID: DEMO_AFFILIATE_ID }, { $set: { passwordHash } });
}
