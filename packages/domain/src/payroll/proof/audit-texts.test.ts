import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditVerify, moderator, useTestDatabase } from '@partnerdesk/testing';
import { AuditModel, eraseTexts, SYSTEM_ACTOR, writeAudit } from '../../platform/audit/audit';
import { exportLedger } from './export-ledger';

useTestDatabase();

const folder = mkdtempSync(join(tmpdir(), 'audit-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));
let exportCount = 0;

/** Lines that the verifier writes about the log as it is, and the log's file. */
async function verify(): Promise<{ lines: string[]; text: string }> {
  exportCount += 1;
  const out = join(folder, String(exportCount));
  await exportLedger(out);
  const { lines } = await auditVerify(out);
  return { lines: lines.slice(0, -2), text: readFileSync(join(out, 'auditLog.ndjson'), 'utf8') };
}

const subject = { type: 'affiliate', id: 7 } as const;
const change = { actor: moderator(), action: 'affiliate.updated', subject, address: '192.0.2.7' } as const;
const begun = { actor: SYSTEM_ACTOR, action: 'person.erasure-begun', subject } as const;
const lineOf = (_id: string) => AuditModel.findById(_id).orFail().lean();
const collection = () => AuditModel.collection;

/** 1: a change that is later erased by 2; 3: another change; 4: the erasure of somebody else. */
async function fourLines(): Promise<void> {
  await writeAudit({ ...change, before: { lastName: 'Planted' }, after: { lastName: 'Second' } });
  await writeAudit(begun);
  await writeAudit({ ...change, after: { commission: 20 } });
  await writeAudit({ ...begun, subject: { ...subject, id: 8 } });
}

test('texts that were erased leave nothing to guess them by, and the chain right', async () => {
  await fourLines();
  await eraseTexts(await lineOf('entry:1'), ['before', 'after'], 'entry:2');
  const { lines, text } = await verify();
  expect(lines).toEqual([]);
  expect(text).not.toContain('Planted');
  expect((await lineOf('entry:1')).salts).toEqual({ email: expect.any(String), address: expect.any(String) });
});

test.each([
  ['erased without an erasure on record', { $unset: { after: '', 'salts.after': '' } }],
  [
    'erased by a line that is no erasure',
    { $set: { erasedBy: 'entry:1' }, $unset: { after: '', 'salts.after': '' } },
  ],
  [
    'erased with somebody whom it does not concern',
    { $set: { erasedBy: 'entry:4' }, $unset: { after: '', 'salts.after': '' } },
  ],
  [
    'erased with its subject, of who did it',
    { $set: { erasedBy: 'entry:2' }, $unset: { address: '', 'salts.address': '' } },
  ],
  ['altered', { $set: { 'after.commission': 30 } }],
  ['added', { $set: { before: { commission: 10 } } }],
  ['taken away, its salt left', { $unset: { after: '' } }],
  ['altered, who did it', { $set: { 'actor.emailAddress': 'other@example.com' } }],
])('a text %s is named', async (_what, forged) => {
  await fourLines();
  await collection().updateOne({ _id: 'entry:3' as never }, forged as never);
  expect((await verify()).lines).toEqual(['audit log entry:3: is not what was written']);
});
