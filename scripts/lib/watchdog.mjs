/**
 * Started by a process group (process-group.mjs) beside its servers, in a group of its own. Its input ends when the process that
 * started it is gone, however that came about: it then ends the servers, in the given order. Without it,
 * a `kill -9` would leave a database behind that holds the data folder.
 */
import { createInterface } from 'node:readline';
import { END_SIGNALS, endProcess } from './processes.mjs';

/** @type {import('./processes.mjs').Known[]} */
let order = [];
for (const name of END_SIGNALS) process.on(name, () => {});
for await (const line of createInterface({ input: process.stdin })) order = JSON.parse(line);
for (const known of order) await endProcess(known, 10_000);
