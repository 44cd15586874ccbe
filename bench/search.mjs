import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ACCOUNT_KINDS } from '@partnerdesk/contracts';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { report } from './figures.mjs';

/** @typedef {import('../scripts/lib/domain.mjs').Domain} Domain */

const BATCH = 1000;
/** Of each kind of search: at a tenth, where only growth is looked for, and at the end, whose slowest one of 100 counts. */
const RUNS = { tenth: 20, full: 100 };
/** Not counted: the first ones of a process are slower. */
const WARM_UP_RUNS = 5;
const SYLLABLES =
  'ba be bi bo ca ce da de fa fe ga ge ha he ja ka ki la le li lo ma me mi na ne no pa pe ra re ri ro sa se so ta te va zo'.split(
    ' ',
  );
/** What one search may take, in ms. */
const LIMIT_MS = 50;

/**
 * Makes as many people as the time allows, at most `--affiliates` (200,000) and `--members` (2,000,000), and prints what
 * each kind of search takes in the domain (database round trips included): at about a tenth, and at the end. With both at
 * 100000 it shows every sort, the first page and page 1,000 of so many rows.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      affiliates: { type: 'string', default: '200000' },
      members: { type: 'string', default: '2000000' },
    },
  });
  const full = { affiliate: Number(values.affiliates), member: Number(values.members) };
  const data = await mkdtemp(join(tmpdir(), 'bench-search-'));
  try {
    await withDomain({ data, command: 'npm run bench:search' }, (domain) =>
      measure(domain, full, Number(values.minutes) * 60_000),
    );
  } finally {
    await rm(data, { recursive: true });
  }
});

/**
 * @param {Domain} domain
 * @param {Record<'affiliate' | 'member', number>} wanted
 * @param {number} budgetMs for making people
 */
async function measure(domain, wanted, budgetMs) {
  const made = { affiliate: 0, member: 0 };
  let spentMs = 0;
  /** @param {number} share of the full size and of the time */
  const growTo = async (share) => {
    const started = performance.now();
    while (made.member < wanted.member * share && spentMs + performance.now() - started < budgetMs * share) {
      await addBatch(domain, made, wanted.member / wanted.affiliate);
    }
    spentMs += performance.now() - started;
  };
  await growTo(0.1);
  const tenth = await searchAll(domain, made, RUNS.tenth);
  await growTo(1);
  const full = await searchAll(domain, made, RUNS.full);
  await reportExport(domain);
  const middle = Math.max(...full.map(({ p50 }) => p50));
  const slowest = Math.max(...full.map(({ p95 }) => p95));
  console.log(
    `\n${Math.round(made.member / (spentMs / 1000))} members a second were made, and a tenth as many affiliates.`,
  );
  const what = `slowest kind of search, ${made.member} members`;
  report({ what: `${what}, p50`, value: middle, unit: 'ms', goal: LIMIT_MS });
  report({ what: `${what}, p95`, value: slowest, unit: 'ms' });
  for (const [index, row] of full.entries()) {
    const before = tenth[index];
    if (before && row.rows === before.rows && row.p50 > before.p50 * 2 + 1)
      console.log(`Grew with the collection: ${row.name}`);
  }
  if (middle > LIMIT_MS) process.exitCode = 1;
}

/**
 * How quickly all members leave the database for an export, and what that takes of memory.
 * @param {Domain} domain
 */
async function reportExport({ streamAccounts }) {
  const started = performance.now();
  const { rows } = await streamAccounts({ kind: 'member', criteria: {} });
  let read = 0;
  let highestBytes = 0;
  for await (const _ of rows) {
    read += 1;
    if (read % 50_000 === 0) highestBytes = Math.max(highestBytes, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - started) / 1000;
  const megabytes = Math.round(highestBytes / 1_000_000);
  console.log(
    `\nExport: ${read} members in ${seconds.toFixed(1)} s, never more than ${megabytes} MB in memory`,
  );
}

let state = 1;
/** @param {number} below */
function random(below) {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return Math.floor((state / 4_294_967_296) * below);
}
/** @param {number} syllables */
function name(syllables) {
  const text = Array.from({ length: syllables }, () => SYLLABLES[random(SYLLABLES.length)]).join('');
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

/**
 * @param {Domain} domain
 * @param {{ affiliate: number, member: number }} made
 * @param {number} membersPerAffiliate
 */
async function addBatch({ AffiliateModel, MemberModel, nameKeysOf, emailKeyOf }, made, membersPerAffiliate) {
  const affiliates = Array.from({ length: BATCH }, () => {
    made.affiliate += 1;
    const names = { firstName: name(2), lastName: name(3) };
    const emailAddress = `${names.firstName}.${names.lastName}.${made.affiliate}@example.com`;
    return {
      affID: made.affiliate,
      trackID: `t${made.affiliate}`,
      status: random(3),
      accountStatus: 1,
      paymentInfoSet: true,
      emailAddress,
      emailKey: emailKeyOf(emailAddress),
      sessionVersion: 0,
      passcode: '',
      ...names,
      ...nameKeysOf(names),
      address1: `Main Street ${made.affiliate}`,
      address2: '',
      postalCode: '10001',
      countryID: 1,
      skypeUserName: '',
      commission: random(50),
      paymentType: random(3),
      payPalUserName: emailAddress,
      achName: '',
      achAccountType: 0,
      achRoutingNumber: '',
      achAccountNumberEncrypted: '',
      taxIDType: 0,
      taxIDEncrypted: '',
      companyName: '',
      createdAt: new Date(Date.now() - random(365) * 86_400_000),
      version: 0,
    };
  });
  await AffiliateModel.collection.insertMany(/** @type {any} */ (affiliates), { ordered: false });
  for (let batch = 0; batch < membersPerAffiliate; batch += 1) {
    const members = Array.from({ length: BATCH }, () => {
      made.member += 1;
      const username = `${name(3)}${made.member}`;
      const emailAddress = `${username}@example.com`;
      return {
        memberID: made.member,
        status: random(2),
        username,
        usernameKey: username.toLowerCase(),
        emailAddress,
        emailKey: emailKeyOf(emailAddress),
        emailAddressVerified: true,
        payPalID: '',
        credits: random(1000),
        version: 0,
      };
    });
    await MemberModel.collection.insertMany(/** @type {any} */ (members), { ordered: false });
  }
}

/**
 * @param {Domain} domain
 * @param {{ affiliate: number, member: number }} made
 * @param {number} runs of each kind of search
 */
async function searchAll(domain, made, runs) {
  const { searchAccounts, findAnyone, findAccount } = domain;
  /** @type {{ name: string, rows: number, p50: number, p95: number, p99: number }[]} */
  const results = [];
  /**
   * @param {string} label
   * @param {() => Promise<() => Promise<number>>} prepare answers what is timed, which answers the number of rows
   */
  const time = async (label, prepare) => {
    const times = [];
    let rows = 0;
    for (let run = -WARM_UP_RUNS; run < runs; run += 1) {
      const search = await prepare();
      const started = performance.now();
      const found = await search();
      if (run < 0) continue;
      times.push(performance.now() - started);
      rows += found;
    }
    times.sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? 0;
    results.push({ name: label, rows: Math.round(rows / runs), p50: at(0.5), p95: at(0.95), p99: at(0.99) });
  };
  const letters = 'abcdefghklmnprstvz';
  for (const kind of /** @type {const} */ (['affiliate', 'member'])) {
    /** @param {import('@partnerdesk/domain').AccountCriteria} criteria */
    const total = async (criteria, page = 1, /** @type {any} */ order = undefined) =>
      (await searchAccounts({ kind, criteria, page, order })).total;
    const anybody = async () => /** @type {any} */ (await findAccount(kind, 1 + random(made[kind])));
    const nameOf = (/** @type {any} */ account) =>
      account.username ?? `${account.firstName} ${account.lastName}`;
    const letter = () => letters[random(letters.length)] ?? 'a';
    await time(`${kind}: id`, async () => {
      const id = 1 + random(made[kind]);
      return () => total({ id });
    });
    await time(`${kind}: whole email`, async () => {
      const { emailAddress } = await anybody();
      return () => total({ email: emailAddress });
    });
    await time(`${kind}: start of an email`, async () => {
      const { emailAddress } = await anybody();
      return () => total({ email: emailAddress.slice(0, 5) });
    });
    await time(`${kind}: whole name`, async () => {
      const account = await anybody();
      return () => total({ name: nameOf(account) });
    });
    await time(`${kind}: start of a name`, async () => {
      const account = await anybody();
      return () => total({ name: (account.lastName ?? account.username).slice(0, 5) });
    });
    await time(`${kind}: start of a name, by status`, async () => {
      const account = await anybody();
      const name = (account.lastName ?? account.username).slice(0, 6);
      return () => total({ name }, 1, { column: 'status', descending: true });
    });
    await time(`${kind}: one letter of a name`, async () => () => total({ name: letter() }));
    await time(`${kind}: one letter of an email`, async () => () => total({ email: letter() }));
    await time(`${kind}: one letter, page 100`, async () => () => total({ name: letter() }, 100));
    await time(`${kind}: nobody`, async () => () => total({ name: `xx${letter()}` }));
    for (const column of ACCOUNT_KINDS[kind].sorts) {
      const order = { column, descending: true };
      await time(`${kind}: everybody by ${column}`, async () => () => total({}, 1, order));
      await time(`${kind}: page 1,000 by ${column}, by its number`, async () => () => total({}, 1000, order));
      const { next: cursor = '' } = await searchAccounts({ kind, criteria: {}, page: 999, order });
      await time(`${kind}: page 1,000 by ${column}, by cursor`, async () => async () => {
        return (await searchAccounts({ kind, criteria: {}, page: 1, cursor, order })).total;
      });
    }
    await time(
      `${kind}: those of a status, by name`,
      async () => () => total({ status: 1 }, 1, { column: 'name', descending: false }),
    );
    await time(
      `${kind}: one letter and a status, by email`,
      async () => () => total({ name: letter(), status: 1 }, 1, { column: 'email', descending: false }),
    );
  }
  await time('anyone (Ctrl-K), three letters', async () => {
    const text = name(2).slice(0, 3);
    return async () => (await findAnyone(text, 5)).length;
  });
  console.log(
    `\n${made.affiliate} affiliates, ${made.member} members; ms: the middle, the slowest 5 and 1 of 100`,
  );
  for (const { name: label, rows, ...times } of results) {
    const shown = [times.p50, times.p95, times.p99].map((ms) => ms.toFixed(1).padStart(8));
    console.log(`${label.padEnd(46)} ${String(rows).padStart(9)} rows ${shown.join(' ')}`);
  }
  return results;
}
