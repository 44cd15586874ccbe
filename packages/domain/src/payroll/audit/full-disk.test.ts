import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { dieAtWrite, ingest, joined, makeAffiliate, sale } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { connectDatabase, disconnectDatabase } from '../../database';
import { readJournalState } from '../../ledger/journal';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { configureDomain } from '../../platform/config';
import { executePayroll } from '../execute-payroll';
import { auditPayroll } from './audit-payroll';

/* A limit on the size of files stands for the full disk, as in packages/embedded-mongo/src/full-disk.test.ts. */
const onLinux = process.platform === 'linux' ? test : test.skip;

const MAIN = join(__dirname, '../../../../embedded-mongo/dist/main.js');
const AT = '2026-03-02T15:00:00Z';

let folder: string;
let server: ChildProcess;
afterEach(async () => {
  await disconnectDatabase();
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true });
});

async function startDatabase(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  server = spawn(process.execPath, [MAIN, '--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const text of server.stdout ?? []) {
    output += String(text);
    if (output.includes('ready on')) break;
  }
  configureDomain({
    fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  const url = new URL(/mongodb:\S+/.exec(output)?.[0] ?? '');
  url.pathname = 'test';
  await connectDatabase(url.href);
}

/** Leaves no space, for the next write or for any. */
async function fillDisk(): Promise<void> {
  const { size } = statSync(join(folder, 'data.mdb'));
  execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${size}:unlimited`]);
  const junk = mongoose.connection.collection('junk');
  // What a large write could not have may be enough for small ones.
  for (const count of [20, 1])
    for (let refusals = 0; refusals < 5; ) {
      const documents = Array.from({ length: count }, () => ({ text: 'x'.repeat(25 * count) }));
      const [written] = await Promise.allSettled([junk.insertMany(documents)]);
      refusals = written.status === 'rejected' ? refusals + 1 : 0;
    }
}

onLinux(
  'on a full disk the ledger is read as far as it is applied, and the audit says what is not',
  async () => {
    await startDatabase();
    const { affID, trackID } = await makeAffiliate();
    await ingest(joined(1, trackID), sale('s1', 1, 1000, AT));
    await executePayroll({
      payrollType: 1,
      endDate: '2026-03-10',
      items: [{ personID: affID }],
      by: SYSTEM_ACTOR,
    });
    const before = await auditPayroll();
    expect([before.payrolls, before.differences]).toEqual([1, []]);
    for (let count = 1; (await readJournalState()).unapplied === 0; count += 1) {
      const revive = dieAtWrite(count);
      await ingest(sale('s2', 1, 3000, AT)).catch(() => undefined);
      revive();
    }
    await fillDisk();
    const audit = await auditPayroll();
    expect(audit).toMatchObject({
      entries: before.entries,
      paidCents: before.paidCents,
      journal: before.journal,
    });
    expect(audit.differences).toEqual([
      `journal record ${before.journal + 1} is not applied yet, and the disk takes no writes`,
    ]);
  },
);
