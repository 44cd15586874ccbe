import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, ingest, joined, useTestDatabase } from '@partnerdesk/testing';
import { connectDatabase } from '../database';
import { configureDomain, domainConfig } from '../platform/config';
import { forgetFieldKeys, installationID, takeAnchor } from './installation';

useTestDatabase({ own: true });

test('the time zone is kept with the first event; a process with another one does not start', async () => {
  const config = domainConfig();
  await ingest(joined(1));
  configureDomain({ ...config, timeZone: 'Europe/Berlin' });
  try {
    await expect(connectDatabase(databaseUrl())).rejects.toThrow(
      /BUSINESS_TIMEZONE is Europe\/Berlin, but .* are those of America\/New_York\. Set BUSINESS_TIMEZONE=America\/New_York\. To change the zone, import/,
    );
    await expect(ingest(joined(2))).rejects.toThrow(/are those of America\/New_York/);
  } finally {
    configureDomain(config);
  }
});

test('an installation has one id, also when two processes start at once', async () => {
  const [one, other] = await Promise.all([installationID(), installationID()]);
  expect(one).toBe(other);
  expect(await installationID()).toBe(one);
});

const OTHER = Buffer.alloc(32, 7);
const written = { id: 'test', key: Buffer.alloc(32, 1) };

test.each([
  [
    'another key of the same id',
    [{ id: 'test', key: OTHER }],
    'the key test is another one than data of this installation was written by',
  ],
  [
    'another key alone',
    [{ id: 'next', key: OTHER }],
    'lacks the key test, by which data of this installation was written',
  ],
])('a process with %s does not start; one that has both keys does', async (_what, keys, reason) => {
  const config = domainConfig();
  try {
    for (const [name, setting] of [
      ['FIELD_KEYS', 'fieldKeys'],
      ['PROOF_KEY', 'proofKeys'],
    ] as const) {
      configureDomain({ ...config, fieldKeys: [written], proofKeys: [written] });
      await connectDatabase(databaseUrl());
      configureDomain({ ...config, fieldKeys: [written], proofKeys: [written], [setting]: keys });
      await expect(connectDatabase(databaseUrl())).rejects.toThrow(`${name}`);
      await expect(connectDatabase(databaseUrl())).rejects.toThrow(reason);
      configureDomain({ ...config, fieldKeys: [{ id: 'next', key: OTHER }, written], proofKeys: [written] });
      await connectDatabase(databaseUrl());
      await forgetFieldKeys('test');
    }
  } finally {
    configureDomain(config);
  }
});

test('a process does not start on a database that shows an older state than the last digest in the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-file-'));
  const [config, proofFile] = [domainConfig(), join(folder, 'digests')];
  try {
    configureDomain({ ...config, proofFile });
    await connectDatabase(databaseUrl());
    await ingest(joined(1));
    const anchor = await takeAnchor();
    appendFileSync(proofFile, `${JSON.stringify(anchor)}\n`);
    await connectDatabase(databaseUrl());
    appendFileSync(proofFile, `${JSON.stringify({ ...anchor, journal: { number: 9, hash: 'x' } })}\n`);
    await expect(connectDatabase(databaseUrl())).rejects.toThrow(
      /shows an older state than .*digests: journal record 9 is missing since/,
    );
  } finally {
    configureDomain(config);
    rmSync(folder, { recursive: true });
  }
});
