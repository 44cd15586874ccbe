import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  claimMail,
  forgetJournal,
  JournalModel,
  lastAnchor,
  SYSTEM_ACTOR,
  writeAudit,
} from '@partnerdesk/domain';
import { createLogger, metrics } from '@partnerdesk/node';
import { ingest, joined, useTestDatabase } from '@partnerdesk/testing';
import { digestKeeper } from './daily-digest';

useTestDatabase();

const folder = mkdtempSync(join(tmpdir(), 'daily-digest-'));
afterAll(() => rmSync(folder, { recursive: true }));
const proofFile = join(folder, 'digests');
const proofMail = 'auditor@example.com';
let lines: { digest?: string; missing?: string; msg?: string }[] = [];
const logger = createLogger('worker', {
  destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
});
beforeEach(() => {
  lines = [];
  rmSync(proofFile, { force: true });
});
const anchors = () =>
  readFileSync(proofFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const differs = async () => (await metrics.proofDiffers.get()).values[0]?.value;

test('the digests of the journal and of the audit log are logged, appended to the file and mailed once a day', async () => {
  const keep = digestKeeper({ proofFile, proofMail });
  await ingest(joined(1));
  const [mailID = ''] = await keep(logger, '2026-03-01');
  expect(await keep(logger, '2026-03-01')).toEqual([]);
  await ingest(joined(2));
  await writeAudit({
    actor: SYSTEM_ACTOR,
    action: 'text-block.updated',
    subject: { type: 'text-block', id: 'a' },
  });
  expect(await keep(logger, '2026-03-02')).toEqual(['proof-digest.2026-03-02']);
  const found = lines.map(({ msg, digest }) => `${msg} ${digest?.replace(/[0-9a-f]{64}$/, 'HASH')}`);
  expect(found).toEqual([
    'digest of the journal 1:HASH',
    'digest of the journal 2:HASH',
    'digest of the audit log 1:HASH',
  ]);
  expect(anchors().map(({ journal, auditLog }) => [journal.number, auditLog.number])).toEqual([
    [1, 0],
    [2, 1],
  ]);
  expect(await claimMail(mailID)).toMatchObject({
    to: proofMail,
    text: expect.stringContaining(lines[0]?.digest ?? ''),
  });
  expect(await differs()).toBe(0);
});

test('a file that cannot be written does not keep the digests from being mailed', async () => {
  await ingest(joined(1));
  const away = digestKeeper({ proofFile: join(folder, 'away', 'digests'), proofMail });
  await expect(away(logger, '2026-03-01')).rejects.toThrow('ENOENT');
  expect(await claimMail('proof-digest.2026-03-01')).toMatchObject({ to: proofMail });
});

test('a line that a full disk cut short is passed over, and the next digest has a line of its own', async () => {
  await ingest(joined(1));
  await digestKeeper({ proofFile })(logger, '2026-03-01');
  appendFileSync(proofFile, '{"at":"2026-03-02T00:00:00.000Z","journal":{"number":1}');
  await ingest(joined(2));
  await digestKeeper({ proofFile })(logger, '2026-03-03');
  const [first, , last] = readFileSync(proofFile, 'utf8').trimEnd().split('\n');
  expect([first, last].map((line) => JSON.parse(line ?? '').journal.number)).toEqual([1, 2]);
  expect(lastAnchor(proofFile)?.journal.number).toBe(2);
});

/** What becomes of the second of two records. */
const LOST: [string, () => Promise<unknown>, string][] = [
  ['is gone', () => JournalModel.deleteOne({ _id: 2 }), 'missing'],
  ['is another one', () => JournalModel.updateOne({ _id: 2 }, { $set: { hash: 'x' } }), 'another one'],
];

test.each(LOST)(
  'a record that %s is named by a worker that remembers it, and by one that has the file',
  async (_what, lose, how) => {
    const remembers = digestKeeper({});
    await ingest(joined(1));
    await ingest(joined(2));
    await remembers(logger, '2026-03-01');
    await digestKeeper({ proofFile })(logger, '2026-03-01');
    await lose();
    forgetJournal();
    lines = [];
    for (const keep of [remembers, digestKeeper({ proofFile, proofMail })]) {
      metrics.proofDiffers.set(0);
      const mailIDs = await keep(logger, '2026-03-02');
      expect(lines.at(-1)?.missing).toMatch(new RegExp(`^journal record 2 is ${how} since the digest of 20`));
      expect(await differs()).toBe(1);
      if (keep !== remembers) expect(mailIDs).toEqual(['proof-differs.2026-03-02']);
    }
    expect(lines).toHaveLength(2);
    expect(anchors()).toHaveLength(1);
  },
);
