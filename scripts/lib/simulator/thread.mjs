import { parentPort, workerData } from 'node:worker_threads';
import { explore, simulatorOf } from './explore.mjs';

/* A thread of `npm run simulate`: every second, third … seed. */
const simulator = await simulatorOf(workerData.patches);
const endsAt = performance.now() + workerData.forMs;
await explore(simulator, { ...workerData, endsAt, onOutcome: (outcome) => parentPort?.postMessage(outcome) });
await simulator.store.close();
parentPort?.close();
