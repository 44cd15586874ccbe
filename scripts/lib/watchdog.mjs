/**
 * Started by a process group (process-group.mjs) beside its servers, in a group of its own. Its input ends when the process
 * that started it is gone, and it ends them in the given order: a `kill -9` would else leave a database that holds the folder.
 */
import { createInterface } from 'node:readline';
import { END_SIGNALS, endProcess } from './process-group.mjs';

/** @type {import('./process-group.mjs').Known[]} */
let order = [];
for (const name of END_SIGNALS) process.on(name, () => {});
for await (const line of createInterface({ input: process.stdin })) order = JSON.parse(line);
for (const known of order) await endProcess(known, 10_000);
