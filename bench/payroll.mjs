import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { report } from './figures.mjs';
import { addEntries, addPeople, DAYS } from './payroll-data.mjs';
import { signIn, startServer } from './web-server.mjs';

const ROUNDS = 5;

/**
 * Times payroll for many persons, and again with many times as many entries at the same persons and days. The
 * entries and day totals are written as the journal would leave them, which is quicker than taking events in;
 * the audit then re-adds them, so that what is timed is a ledger that is right.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      persons: { type: 'string', default: '10000' },
      factor: { type: 'string', default: '100' },
      'execute-only': { type: 'boolean', default: false },
    },
  });
  const data = await mkdtemp(join(tmpdir(), 'bench-payroll-'));
  try {
    await withDomain({ data, redis: true, command: 'npm run bench:payroll' }, async (domain, _env, raw) => {
      if (values['execute-only']) return executeOnly(domain, Number(values.persons));
      await measure(domain, Number(values.persons), Number(values.factor));
      const runID = await timeReport(domain, 5);
      await timePayFile(domain);
      await timeExports(raw, domain, runID);
    });
  } finally {
    await rm(data, { recursive: true });
  }
});

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 * @param {number} factor
 */
async function measure(domain, persons, factor) {
  await addPeople(domain, persons);
  await addEntries(domain, persons, 0, 1);
  const small = await timeGenerate(domain, persons, 1);
  await addEntries(domain, persons, 1, factor);
  const large = await timeGenerate(domain, persons, factor);
  report({
    ...{ what: `generating with ${factor} times the entries`, value: large / small, unit: '' },
    against: 'the time with few entries',
  });
  const audit = await domain.auditPayroll();
  console.log(`audit: ${audit.entries} entries, ${audit.differences.length} differences`);
  await timeExecute(domain, persons);
}

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 */
async function executeOnly(domain, persons) {
  await addPeople(domain, persons);
  await addEntries(domain, persons, 0, 1);
  await timeExecute(domain, persons);
}

/**
 * Executes everybody, then audits.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 */
async function timeExecute(domain, persons) {
  const items = Array.from({ length: persons }, (_, index) => ({ personID: index + 1 }));
  const started = performance.now();
  await domain.executePayroll({ payrollType: 1, endDate: '2026-03-31', items, by: domain.SYSTEM_ACTOR });
  report({ what: `executing ${persons} people`, value: Number(seconds(started)), unit: 's' });
  const again = await domain.auditPayroll();
  console.log(`audit: ${again.payrolls} payrolls, ${again.differences.length} differences`);
}

/**
 * A report of so many times the payrolls that were executed, and its rows read back page by page as an export
 * reads them.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} times
 * @returns {Promise<string>} the run's id
 */
async function timeReport(domain, times) {
  const executed = await domain.PayrollModel.find().lean();
  const count = executed.length;
  for (let copy = 1; copy < times; copy += 1) {
    const more = executed.map((payroll) => ({
      ...payroll,
      _id: payroll._id + copy * count,
      personID: payroll.personID + copy * count,
      payee: `affiliate:${payroll.personID + copy * count}`,
    }));
    await domain.PayrollModel.collection.insertMany(/** @type {any[]} */ (more), { ordered: false });
  }
  const day = domain.today();
  const started = performance.now();
  const run = await domain.openRun({
    kind: 'report',
    payrollType: 1,
    startDate: day,
    endDate: day,
    personID: 0,
    by: domain.SYSTEM_ACTOR,
  });
  await domain.performRun(run._id);
  const took = seconds(started);
  const reading = performance.now();
  const before = process.memoryUsage().rss;
  let rows = 0;
  let most = 0;
  for await (const page of domain.readRunPages(await domain.findRunOrThrow(run._id))) {
    rows += page.length;
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  if (rows !== times * count) throw new Error(`${rows} rows instead of ${times * count}`);
  console.log(
    `report: ${rows} rows in ${took} s, read back in ${seconds(reading)} s with ${Math.round(most / 2 ** 20)} MB more`,
  );
  return run._id;
}

/**
 * A pay file of everything that was executed: begun, as the call does, and made, as the job does.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 */
async function timePayFile(domain) {
  await domain.PayrollModel.updateMany({}, { $set: { paymentType: 2, payPalUserName: 'ann@example.com' } });
  const payrollIDs = (await domain.PayrollModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);
  const started = performance.now();
  const by = { actor: domain.SYSTEM_ACTOR };
  const { _id } = await domain.beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
  const begun = seconds(started);
  const { lines, state } = await domain.finishPayFile(_id);
  if (state !== 'made' || lines !== payrollIDs.length) throw new Error(`${lines} lines, ${state}`);
  console.log(`pay file: begun in ${begun} s`);
  report({ what: `pay file of ${lines} payments`, value: Number(seconds(started)), unit: 's' });
}

/**
 * The report as the web server hands it out, with the most memory that it held meanwhile (Linux reports it).
 * @param {NodeJS.ProcessEnv} env
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {string} runID
 */
async function timeExports(env, domain, runID) {
  const login = { EmailAddress: 'clerk@example.com', Password: 'a long bench password' };
  const { EmailAddress: emailAddress, Password: password } = login;
  await domain.createAdministrator({ emailAddress, password, firstName: 'Clerk', permissions: ['payroll'] });
  const { child, url } = await startServer(env);
  try {
    const cookie = await signIn(url, login);
    const { rows: expected } = await domain.findRunOrThrow(runID);
    for (const [what, path, separator] of EXPORTS) {
      const before = memoryOf(child.pid, 'VmRSS');
      // From here on the system records a new peak.
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
      const started = performance.now();
      const answer = await fetch(`${url}/api/payroll-runs/${encodeURIComponent(runID)}/${path}`, {
        headers: { cookie },
      });
      let bytes = 0;
      let rows = 0;
      let firstMs = 0;
      let rest = '';
      for await (const chunk of answer.body ?? []) {
        firstMs ||= performance.now() - started;
        bytes += chunk.length;
        const parts = (rest + Buffer.from(chunk).toString('latin1')).split(separator);
        rows += parts.length - 1;
        rest = (parts.at(-1) ?? '').slice(-separator.length);
      }
      if (!answer.ok || rows !== expected) throw new Error(`${what}: ${answer.status}, ${rows} rows`);
      const more = memoryOf(child.pid, 'VmHWM') - before;
      console.log(
        `${what} over HTTP: ${rows} rows, ${(bytes / 2 ** 20).toFixed(1)} MB in ${seconds(started)} s, first byte after ${Math.round(firstMs)} ms; the server held at most ${Math.round(more)} MB more (${Math.round(before + more)} MB)`,
      );
    }
  } finally {
    child.kill('SIGTERM');
  }
}

/** What, where, and what stands in each row once. */
const EXPORTS = /** @type {const} */ ([
  ['spreadsheet', 'spreadsheet', '<tr><td class=text>'],
  ['JSON', 'rows?limit=50000', '"payrollID":'],
]);

/**
 * @param {number | undefined} pid
 * @param {'VmRSS' | 'VmHWM'} what
 * @returns {number} MB
 */
function memoryOf(pid, what) {
  const [, kB] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1024;
}

const seconds = (/** @type {number} */ started) => ((performance.now() - started) / 1000).toFixed(2);

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 * @param {number} factor
 * @returns {Promise<number>} the median in ms
 */
async function timeGenerate(domain, persons, factor) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const by = domain.SYSTEM_ACTOR;
    const run = await domain.openRun({
      kind: 'generate',
      payrollType: 1,
      endDate: '2026-03-31',
      personID: 0,
      by,
    });
    await domain.performRun(run._id);
    times.push(performance.now() - started);
    const { rows } = await domain.findRunOrThrow(run._id);
    if (rows !== persons) throw new Error(`${rows} rows instead of ${persons}`);
  }
  const median = /** @type {number} */ (times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]);
  console.log(
    `generate: ${persons} persons, ${persons * DAYS * factor} entries: ${(median / 1000).toFixed(2)} s (median of ${ROUNDS}, rows stored)`,
  );
  return median;
}
