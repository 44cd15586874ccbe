import { parentPort, workerData } from 'node:worker_threads';
import { planOf } from './plan.mjs';
import { Simulator } from './simulator.mjs';

/* A thread of `npm run simulate`: histories of every second, third … seed, until one fails or no more are wanted. */
const { first, stride, steps, histories, forMs, stop, patches } = workerData;
const simulator = new Simulator();
await simulator.prepare(patches);
const endsAt = performance.now() + forMs;
const goesOn = () => performance.now() < endsAt && !Atomics.load(stop, 0);
for (let count = 0; count < histories && goesOn(); count += 1) {
  const seed = first + count * stride;
  const outcome = { seed, ...(await simulator.run(planOf(seed, steps))) };
  parentPort?.postMessage(outcome);
  if (outcome.failure) break;
}
await simulator.store.close();
parentPort?.close();
