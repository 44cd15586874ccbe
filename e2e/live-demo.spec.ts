import { existsSync, rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { moveToEvening, signIn, startLive } from './support/live-demo';
import { newDemoPlace } from './support/system';

/** A demo that stood still until now; live-demo.long.spec.ts begins with an empty folder and goes two weeks on. */
test('the demo goes on by itself: sales of today; a killed start leaves no simulator', async () => {
  test.setTimeout(240_000);
  const place = newDemoPlace('live-demo');
  moveToEvening(place, 1);
  const system = await startLive(place);
  try {
    const affiliate = await signIn(system, 'affiliate@example.com');
    const figures = await (await affiliate.get('/api/quick-statistics?affID=1')).json();
    expect(figures.today).toBeGreaterThan(0);
    const simulator = system.running().children.find(({ name }) => name === 'demo')?.pid ?? 0;
    expect(() => process.kill(simulator, 0)).not.toThrow();
    system.signal('SIGKILL');
    await system.ended;
    await expect.poll(() => existsSync(`/proc/${simulator}`), { timeout: 30_000 }).toBe(false);
  } finally {
    system.signal('SIGTERM');
    await system.ended;
    rmSync(place.dataDir, { recursive: true, force: true });
  }
});
