import { SYSTEM_ACTOR, writeAudit } from '@partnerdesk/domain';
import { createLogger } from '@partnerdesk/node';
import { ingest, joined, useTestDatabase } from '@partnerdesk/testing';
import { logDailyDigest } from './daily-digest';

useTestDatabase();

test('the digests of the journal and of the audit log are logged once a day', async () => {
  const lines: { digest?: string; msg?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const logger = createLogger('worker', { destination: { write } });
  await ingest(joined(1));
  await logDailyDigest(logger, '2026-03-01');
  await logDailyDigest(logger, '2026-03-01');
  await ingest(joined(2));
  await writeAudit({
    actor: SYSTEM_ACTOR,
    action: 'text-block.updated',
    subject: { type: 'text-block', id: 'a' },
  });
  await logDailyDigest(logger, '2026-03-02');
  const found = lines.map(({ msg, digest }) => `${msg} ${digest?.replace(/[0-9a-f]{64}$/, 'HASH')}`);
  expect(found).toEqual([
    'digest of the journal 1:HASH',
    'digest of the journal 2:HASH',
    'digest of the audit log 1:HASH',
  ]);
});
