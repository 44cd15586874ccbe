import { databaseUrl, ingest, joined, useTestDatabase } from '@partnerdesk/testing';
import { connectDatabase } from '../database';
import { configureDomain, domainConfig } from '../platform/config';
import { installationID } from './installation';

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
