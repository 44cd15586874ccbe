import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { builtProgram, sized } from '@partnerdesk/testing/services';
import { inRoot } from './lib/paths.mjs';
import { MUTANTS } from './lib/simulator/mutants.mjs';

/** @param {string[]} args */
const simulate = async (...args) => {
  builtProgram('workers/dist/registry.js');
  const program = [inRoot('scripts/simulate.mjs'), ...args];
  return (await promisify(execFile)(process.execPath, program, { maxBuffer: 2 ** 26 })).stdout;
};

test('in drawn histories of servers and workers nothing is lost, doubled or wrong, and everything ends', async () => {
  const drawn = sized(['--seed', '1', '--histories', '2'], ['--seconds', '600']);
  expect(await simulate(...drawn)).toMatch(/\d+ histories, \d+ steps/);
});

test('a seed plays the same history again', async () => {
  const traces = await Promise.all([3, 3].map((seed) => simulate('--seed', String(seed), '--steps', '60')));
  expect(traces[0]).toMatch(/trace [0-9a-f]{16}/);
  expect(traces[1]).toBe(traces[0]);
});

test('each known error has one place in the product: what cannot be planted would count as found', () => {
  builtProgram('workers/dist/registry.js');
  const modules = ['packages/domain/dist', 'workers/dist'].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true }).map((name) => `${inRoot(folder)}/${name}`),
  );
  const places = MUTANTS.map(({ what, patch: { file, from } }) => {
    const found = modules.filter((name) => name.endsWith(file)).map((name) => readFileSync(name, 'utf8'));
    return [what, found.map((text) => text.split(from).length - 1)];
  });
  expect(places).toEqual(places.map(([what]) => [what, [1]]));
});
