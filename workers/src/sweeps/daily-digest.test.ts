import { createLogger } from '@partnerdesk/node';
import { ingest, joined, useTestDatabase } from '@partnerdesk/testing';
import { logDailyDigest } from './daily-digest';

useTestDatabase('daily-digest');

test('the digest of the journal is logged once a day', async () => {
  const lines: { digest?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const logger = createLogger('worker', { destination: { write } });
  await ingest(joined(1));
  await logDailyDigest(logger, '2026-03-01');
  await logDailyDigest(logger, '2026-03-01');
  await ingest(joined(2));
  await logDailyDigest(logger, '2026-03-02');
  expect(lines.map(({ digest }) => digest)).toEqual([
    expect.stringMatching(/^1:[0-9a-f]{64}$/),
    expect.stringMatching(/^2:[0-9a-f]{64}$/),
  ]);
});
