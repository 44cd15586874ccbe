import { readFileSync, statSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { importEvents } from '../import-events.mjs';
import { inRoot } from '../paths.mjs';
import { progressBar } from '../progress.mjs';
import { demoEvents } from './demo-events.mjs';
import { loadDemoModeration } from './demo-moderation.mjs';
import { DEMO_AFFILIATE_ID, demoPeople } from './demo-people.mjs';

/** Password of every demo login. */
export const DEMO_PASSWORD = 'demo-pass-1';

/** Who may do what in the demo's office (docs/RULES.md, Accounts and access). */
const OFFICE = /** @type {const} */ ([
  {
    emailAddress: 'admin@example.com',
    firstName: 'Admin',
    permissions: [
      'moderation',
      'accounts',
      'payroll',
      'payroll.approve',
      'payroll.tax',
      'statistics',
      'audit',
      'administrators',
    ],
  },
  { emailAddress: 'moderator@example.com', firstName: 'Moderator', permissions: ['moderation'] },
  { emailAddress: 'payroll@example.com', firstName: 'Payroll', permissions: ['payroll', 'statistics'] },
]);

/** Names under which the database keeps how much demo it has, and by how many days it was moved. */
const SCALE = 'demo:scale';
const DAYS = 'demo:days';

/**
 * Loads what is missing of the demo. The move in time is settled by the first load, so that going on with an
 * interrupted one, or adding to it later, makes the same events.
 * @param {import('../domain.mjs').Domain} domain
 * @param {number} scale how many times the sample
 * @param {import('@partnerdesk/domain').Storage} storage of the pictures
 */
export async function loadDemo(domain, scale, storage) {
  await loadBusiness(domain, scale);
  await loadDemoModeration(domain, storage);
}

/**
 * @param {import('../domain.mjs').Domain} domain
 * @param {number} scale
 */
async function loadBusiness(domain, scale) {
  const loaded = (await domain.CounterModel.findById(SCALE).lean())?.value ?? 0;
  if (loaded >= scale) return;
  await refuseRealBusiness(domain);
  const { daysBetween } = await import('@partnerdesk/contracts');
  const people = JSON.parse(readFileSync(inRoot('scripts', 'sample', 'people.json'), 'utf8'));
  const { lastDay } = JSON.parse(readFileSync(inRoot('scripts', 'sample', 'expected.json'), 'utf8'));
  await domain.CounterModel.updateOne(
    { _id: DAYS },
    { $setOnInsert: { value: daysBetween(lastDay, domain.today()) } },
    { upsert: true },
  );
  const days = (await domain.CounterModel.findById(DAYS).lean())?.value ?? 0;
  const { timeZone } = domain.domainConfig();
  await addLogins(domain);
  for (let copy = loaded; copy < scale; copy += 1) {
    await domain.importPeople(demoPeople(people, copy));
    if (copy === 0) await setAffiliatePassword(domain);
    await importCopy(
      domain,
      demoEvents(people, { copy, days, timeZone }),
      scale > 1 ? ` ${copy + 1} of ${scale}` : '',
    );
    await domain.CounterModel.updateOne({ _id: SCALE }, { $max: { value: copy + 1 } }, { upsert: true });
  }
}

/**
 * The demo's logins are known to everybody: they must not get into a business that has people of its own.
 * @param {import('../domain.mjs').Domain} domain
 */
async function refuseRealBusiness(domain) {
  if (await domain.CounterModel.exists({ _id: DAYS })) return;
  if ((await domain.hasAdministrators()) || (await domain.AffiliateModel.exists({}))) {
    throw new Failure('This database has people who are not the demo’s: start with --no-demo.');
  }
}

/**
 * @param {import('../domain.mjs').Domain} domain
 * @param {AsyncIterable<{ bytes: Buffer, length: number }>} events
 * @param {string} label
 */
async function importCopy(domain, events, label) {
  const bar = progressBar(
    `  Demo events${label}`,
    statSync(inRoot('scripts', 'sample', 'events.ndjson')).size,
  );
  const { accepted, duplicates, refused } = await importEvents(domain, events, (bytes) => bar.update(bytes));
  bar.end(`${accepted + duplicates} there`);
  if (refused.length)
    throw new Failure(`${refused.length} demo events were refused, the first: ${refused[0]?.reason}`);
}

/** @param {import('../domain.mjs').Domain} domain */
async function addLogins(domain) {
  for (const { permissions, ...person } of OFFICE) {
    try {
      await domain.createAdministrator({ ...person, permissions, password: DEMO_PASSWORD });
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code !== 'conflict') throw error;
    }
  }
}

/** @param {import('../domain.mjs').Domain} domain */
async function setAffiliatePassword(domain) {
  const passwordHash = await domain.hashPassword(DEMO_PASSWORD);
  await domain.AffiliateModel.updateOne({ affID: DEMO_AFFILIATE_ID }, { $set: { passwordHash } });
}
