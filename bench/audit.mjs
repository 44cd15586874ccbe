import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { inRoot, ROOT } from '../scripts/lib/paths.mjs';
import { report } from './figures.mjs';

const DAYS = 10;
const CALL = 5000;

/**
 * Times `npm run audit:payroll` on a large ledger, in a process of its own whose memory is read. The ledger is written as
 * the journal would leave it: every person has a payroll, and entries on each of ten days. With `--data DIR` it is kept
 * there: a later run goes on writing where one was ended by `--build-seconds`, and audits once the ledger is whole.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      payrolls: { type: 'string', default: '100000' },
      entries: { type: 'string', default: '5000000' },
      data: { type: 'string' },
      'build-seconds': { type: 'string', default: 'Infinity' },
    },
  });
  const [payrolls, entries] = [Number(values.payrolls), Number(values.entries)];
  const data = values.data ?? (await mkdtemp(join(tmpdir(), 'bench-audit-')));
  await mkdir(data, { recursive: true });
  try {
    await withDomain({ data, command: 'npm run bench:audit' }, async (domain, _env, raw) => {
      if (!(await addLedger(domain, payrolls, entries / payrolls, Number(values['build-seconds'])))) return;
      const { seconds, megabytes, output } = await audit(raw);
      console.log(output.trim());
      const what = `audit of ${payrolls} payrolls and ${entries} entries`;
      report({ what, value: seconds, unit: 's', goal: 60 });
      report({ what: `${what}, memory`, value: Number(megabytes), unit: 'MB', goal: 200 });
    });
  } finally {
    if (!values.data) await rm(data, { recursive: true });
  }
});

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 * @param {number} each entries of a person
 * @param {number} seconds after which it stops
 * @returns {Promise<boolean>} whether the ledger is whole
 */
async function addLedger(domain, persons, each, seconds) {
  /** @type {Map<{ collection: any }, object[]>} */
  const batches = new Map();
  const started = performance.now();
  /** @type {Promise<unknown>} */
  let underWay = Promise.resolve();
  const add = async (/** @type {{ collection: any }} */ model, /** @type {object} */ document) => {
    const batch = batches.get(model) ?? [];
    batches.set(model, batch);
    if (batch.push(document) < CALL) return;
    batches.delete(model);
    // While one call is written the next is made.
    await underWay;
    underWay = model.collection.insertMany(batch, { ordered: false });
  };
  const { EntryModel, DayTotalModel, PayrollModel, PayeeModel, SourceTotalModel } = /** @type {any} */ (
    domain
  );
  const last = await domain.PayrollModel.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean();
  const first = (last?._id ?? 0) + 1;
  const took = () => (performance.now() - started) / 1000;
  let personID = first;
  for (; personID <= persons && took() < seconds; personID += 1) {
    const payee = `affiliate:${personID}`;
    for (let index = 0; index < each; index += 1) {
      const day = dayOf(index % DAYS);
      await add(EntryModel, {
        _id: `event:${personID}-${index}`,
        payee,
        type: 'sale',
        at: new Date(`${day}T15:00:00Z`),
        day,
        postedDay: day,
        amountCents: 1000,
        payoutCents: 200,
        commission: 20,
        memberID: personID,
        saleID: personID * each + index,
        transactionType: 'initial',
        seq: 1,
      });
    }
    for (let index = 0; index < Math.min(DAYS, each); index += 1) {
      const count = Math.ceil((each - index) / DAYS);
      const sums = {
        postedEntries: count,
        postedCents: count * 200,
        salesCents: count * 1000,
        payoutCents: count * 200,
      };
      const day = dayOf(index);
      await add(DayTotalModel, {
        _id: `${payee}:${day}`,
        kind: 'affiliate',
        personID,
        day,
        seq: 1,
        salesCount: count,
        ...sums,
        payrollID: personID,
      });
    }
    const [startPeriod, endPeriod] = [dayOf(0), dayOf(DAYS - 1)];
    const payroll = {
      kind: 'affiliate',
      personID,
      payee,
      startPeriod,
      endPeriod,
      createdDay: endPeriod,
      seq: 1,
    };
    await add(PayrollModel, {
      _id: personID,
      ...payroll,
      amountCents: each * 200,
      entries: each,
      name: 'Ann Ellis',
    });
    await add(PayeeModel, { _id: payee, closedThrough: endPeriod, lastPayrollID: personID, seq: 1 });
    const source = { _id: `${personID}||`, affID: personID, tid: '', lp: '', seq: 1, joins: 1 };
    await add(SourceTotalModel, {
      ...source,
      salesCount: each,
      salesCents: each * 1000,
      payoutCents: each * 200,
    });
  }
  // Everything says that the journal's first record wrote it.
  await domain.CounterModel.updateOne({ _id: 'journal' }, { $set: { value: 1 } }, { upsert: true });
  await underWay;
  for (const [model, batch] of batches) await model.collection.insertMany(batch, { ordered: false });
  const written = personID - first;
  console.log(`ledger: ${written} payrolls and ${written * each} entries written in ${took().toFixed(0)} s`);
  if (personID > persons) return true;
  console.log(`${persons + 1 - personID} payrolls are to be written: run it again with the same --data`);
  return false;
}

/** @param {number} index */
const dayOf = (index) => `2026-03-${String(index + 1).padStart(2, '0')}`;

/** @param {NodeJS.ProcessEnv} env */
async function audit(env) {
  // As `npm run audit:payroll` starts it.
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const [, ...args] = scripts['audit:payroll'].split(' ');
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = performance.now();
  let output = '';
  let megabytes = 0;
  const look = setInterval(() => {
    // The most that it held so far; Linux reports it.
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    megabytes = Math.max(megabytes, Math.round(Number(peak ?? 0) / 1024));
  }, 200);
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`the audit ended with ${code}: ${output}`);
  return { seconds: (performance.now() - started) / 1000, megabytes, output };
}
