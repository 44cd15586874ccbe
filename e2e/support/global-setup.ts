import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropTestDatabases } from '@partnerdesk/testing/services';
import { readEncrypted, refuseLeaks } from './leaks';
import { payBefore } from './paid-before';
import { chosenScreens } from './screens';
import { loadDemoOnce, newDemoPlace, startSystem } from './system';

/** One system with the demo for all tests that only use it. Afterwards no server may have logged a secret. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Before a system is started for nothing.
  chosenScreens();
  const list = join(tmpdir(), `partnerdesk-databases-${process.pid}`);
  process.env.TEST_DATABASES_LIST = list;
  const logs = mkdtempSync(join(tmpdir(), 'partnerdesk-e2e-logs-'));
  process.env.E2E_LOGS = logs;
  const { SCREENS, SCREENSHOTS, SCREENSHOTS_KEPT } = process.env;
  // The documents show the demo as it is for a person who starts it: with a past, and going on.
  const demo = SCREENSHOTS_KEPT ? undefined : await loadDemoOnce();
  const system = await startSystem(newDemoPlace('demo'), SCREENSHOTS_KEPT ? [] : undefined);
  process.env.E2E_URL = system.url;
  process.env.E2E_DATA = system.dataDir;
  if (!SCREENSHOTS_KEPT && (SCREENS || SCREENSHOTS)) await payBefore(system.url);
  return async () => {
    const encrypted = await readEncrypted(system.dataDir);
    system.signal('SIGTERM');
    await system.ended;
    for (const folder of demo ? [system.dataDir, demo] : [system.dataDir])
      rmSync(folder, { recursive: true, force: true });
    if (process.env.MONGO_URL) await dropTestDatabases(process.env.MONGO_URL, list);
    refuseLeaks(encrypted);
    rmSync(logs, { recursive: true });
  };
}
