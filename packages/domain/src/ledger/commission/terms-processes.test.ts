import { type ChildProcess, spawn } from 'node:child_process';
import { plainRates } from '@partnerdesk/contracts';
import {
  databaseUrl,
  dieAtWrite,
  ingest,
  joined,
  makeAffiliate,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { builtProgram, sized, waitFor } from '@partnerdesk/testing/services';
import { CommissionGroupModel } from '../../accounts/terms';
import { auditPayroll } from '../../payroll/audit/audit-payroll';
import { AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { deliverAudit } from '../../platform/audit/audit-outbox';
import { today } from '../../platform/config';
import { EntryModel, JournalModel, type LedgerEntry } from '../ledger.models';
import { addGroup, changeAccountTerms, changeGroupTerms } from './change-terms';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const senders: Sender[] = [];
afterEach(() => {
  for (const { process } of senders.splice(0)) process.kill('SIGKILL');
});

/** Reports sales one after the other until it is killed, and prints those that were taken in. */
const PROGRAM = `
const domain = require(process.argv[1]);
const { DEVELOPMENT_PROOF_KEYS: proofKeys } = require('@partnerdesk/node');
const [url, name] = process.argv.slice(2);
let prefix = '';
process.stdin.on('data', () => { prefix = 'after-'; });
async function main() {
  domain.configureDomain({ fieldKeys: [{ id: 'test', key: Buffer.alloc(32) }], proofKeys, timeZone: 'America/New_York' });
  await domain.connectDatabase(url);
  for (let number = 0; ; number += 1) {
    const eventID = prefix + name + number;
    const value = { eventID, type: 'sale', at: new Date().toISOString(), memberID: 1, amountCents: 1000, transactionType: 'gift' };
    await domain.ingestEvents([{ line: 1, value }]);
    console.log(eventID);
  }
}
main();`;

interface Sender {
  process: ChildProcess;
  taken: () => string[];
}

function startSender(name: string): Sender {
  const child = spawn(
    process.execPath,
    ['-e', PROGRAM, builtProgram('packages/domain/dist/index.js'), databaseUrl(), name],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const sender = { process: child, taken: () => printed.split('\n').slice(0, -1) };
  senders.push(sender);
  return sender;
}

/** A group of 10 % with the affiliate of member 1. @returns groupID */
async function aGroup(): Promise<number> {
  const { affID, trackID, version } = await makeAffiliate();
  await ingest(joined(1, trackID, new Date().toISOString()));
  const groupID = await addGroup('Friends', plainRates(10), by);
  await changeAccountTerms({ affID, version, from: today(), groupID, own: null, by });
  return groupID;
}

const change = async (groupID: number, commission: number) => {
  const group = await CommissionGroupModel.findById(groupID).lean();
  const input = { groupID, version: group?.version ?? 0, from: today(), rates: plainRates(commission), by };
  await changeGroupTerms(input);
};

/** The percentages in the order of the journal, and of those that were reported after the change. */
async function rates() {
  const entries = await EntryModel.find({}).sort({ saleID: 1 }).lean<LedgerEntry[]>();
  const after = entries.filter(({ _id }) => _id.startsWith('event:after-'));
  return { ids: entries.map(({ _id }) => _id), all: entries.map((each) => each.commission), after };
}

test('a group’s change among sales of two processes, one of them killed: in one order, and each entry keeps its rate', async () => {
  const groupID = await aGroup();
  const [one, two] = [startSender('a'), startSender('b')];
  const enough = (sender: Sender, start: string, count: number) =>
    waitFor(() => sender.taken().filter((id) => id.startsWith(start)).length >= count, {
      what: `${count} sales of ${start}`,
      timeoutMs: 60_000,
    });
  await Promise.all([enough(one, 'a', 3), enough(two, 'b', 3)]);
  const changed = change(groupID, 50);
  one.process.kill('SIGKILL');
  await changed;
  two.process.stdin?.write('changed\n');
  await enough(two, 'after-', 3);
  two.process.kill('SIGKILL');
  await change(groupID, 5);
  await ingest(sale('last', 1, 1000, new Date().toISOString()));
  const { ids, all, after } = await rates();
  expect(ids).toEqual(expect.arrayContaining([...one.taken(), ...two.taken()].map((id) => `event:${id}`)));
  // Two changes, two steps: 10 … 10 50 … 50 5.
  expect(all.at(-1)).toBe(5);
  expect(all.slice(0, -1)).toEqual(all.slice(0, -1).sort((a, b) => a - b));
  expect(all[0]).toBe(10);
  expect([...new Set(after.map(({ commission }) => commission))]).toEqual([50]);
  expect((await auditPayroll()).differences).toEqual([]);
});

test('a sale that was planned without a change is posted before the change is acknowledged', async () => {
  const groupID = await aGroup();
  const { collection } = JournalModel;
  const insertOne = collection.insertOne.bind(collection);
  const order: string[] = [];
  let append = () => {};
  const held = new Promise<void>((resolve) => {
    append = resolve;
  });
  let isPlanned = false;
  jest.spyOn(collection, 'insertOne').mockImplementationOnce(async (...args) => {
    isPlanned = true;
    await held;
    const inserted = await insertOne(...args);
    order.push('posted');
    return inserted;
  });
  const sold = ingest(sale('planned', 1, 1000, new Date().toISOString()));
  await waitFor(() => isPlanned, { what: 'the plan of the sale' });
  const changed = change(groupID, 50).then(() => order.push('acknowledged'));
  await waitFor(async () => (await CommissionGroupModel.findById(groupID).lean())?.changes.length === 2, {
    what: 'the change',
  });
  // As many steps as the change may take to be acknowledged.
  for (let step = 0; step < 20; step += 1) await CommissionGroupModel.findById(groupID).lean();
  append();
  await Promise.all([sold, changed]);
  jest.restoreAllMocks();
  expect(order).toEqual(['posted', 'acknowledged']);
  await ingest(sale('next', 1, 1000, new Date().toISOString()));
  expect((await rates()).all).toEqual([10, 50]);
});

test('a group’s change that dies at any write is made or not made, with its line, and what was posted keeps its rate', async () => {
  const groupID = await aGroup();
  await ingest(sale('first', 1, 1000, new Date().toISOString()));
  for (let write = 1, dies = true; dies; write += sized(3, 1)) {
    const before = await CommissionGroupModel.findById(groupID).lean();
    const commission = 10 + write;
    const revive = dieAtWrite(write);
    await change(groupID, commission).catch(() => undefined);
    dies = revive();
    const made = (await CommissionGroupModel.findById(groupID).lean())?.version !== before?.version;
    await deliverAudit(CommissionGroupModel, { _id: groupID });
    const lines = { action: 'commission-group.terms-changed', 'after.commission': commission };
    expect(await AuditModel.countDocuments(lines)).toBe(made ? 1 : 0);
    await ingest(sale(`s${write}`, 1, 1000, new Date().toISOString()));
    const entry = await EntryModel.findById(`event:s${write}`).lean<LedgerEntry>();
    expect(entry?.commission).toBe(made ? commission : before?.changes.at(-1)?.rates.commission);
  }
  expect((await EntryModel.findById('event:first').lean<LedgerEntry>())?.commission).toBe(10);
});
