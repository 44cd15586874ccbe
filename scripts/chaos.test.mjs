import { builtProgram, sized } from '@partnerdesk/testing/services';
import { runChaos } from './lib/chaos/chaos.mjs';

test('under a load with kills, pauses, restarts, cuts and slow lines nothing is lost, doubled or hangs', async () => {
  builtProgram('bff/dist/server.js');
  const { faults, tally, figures } = await runChaos({ minutes: sized(0.1, 2), seed: 1 });
  expect(faults).toEqual([]);
  expect(tally.requests).toBeGreaterThan(100);
  expect(figures.events).toBeGreaterThan(100);
});
