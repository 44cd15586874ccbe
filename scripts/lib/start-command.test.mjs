import { resolve } from 'node:path';
import { nodeProblem, supportNotice } from './node-version.mjs';
import { parseStartOptions } from './start-command.mjs';

test('flags win over the environment, which wins over the defaults', () => {
  expect(parseStartOptions([], {})).toEqual({
    help: false,
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    demo: true,
    live: true,
  });
  const env = { PORT: '9000', DATA_DIR: 'elsewhere', HOST: '0.0.0.0' };
  expect(parseStartOptions([], env)).toMatchObject({
    port: 9000,
    host: '0.0.0.0',
    dataDir: resolve('elsewhere'),
  });
  const args = ['--port', '9001', '--data', '/tmp/d', '--no-demo', '--no-live'];
  expect(parseStartOptions(args, env)).toMatchObject({
    port: 9001,
    dataDir: '/tmp/d',
    demo: false,
    live: false,
  });
});

test.each(['0', '65536', '-1', '80a', '1e3', ''])('%j is no port', (port) => {
  expect(() => parseStartOptions([`--port=${port}`], {})).toThrow(`"${port}" is no port`);
});

test.each([[['--prot', '1']], [['extra']], [['--port']]])('%j is refused with where to look', (args) => {
  expect(() => parseStartOptions(args, {})).toThrow(/npm start -- --help lists the flags\.$/);
});

test.each(['12.22.0', '18.20.8', '20.18.3'])('Node %s is too old', (version) => {
  expect(nodeProblem(version)).toBe(
    `Node ${version} is too old: install 20.19 or newer from https://nodejs.org and try again.`,
  );
});

test.each(['20.19.0', '20.20.2', '22.0.0', '30.1.0'])('Node %s will do', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

test.each([
  ['20.20.2', '2026-04-30', undefined],
  ['20.20.2', '2026-05-01', /^Node 20\.20\.2 has had no security fixes since 2026-04-30\./],
  ['24.1.0', '2026-11-23', undefined],
  ['25.0.0', '2026-11-23', /since 2026-06-01/],
  ['31.0.0', '2036-01-01', undefined],
])('Node %s on %s', (version, today, notice) => {
  if (notice) expect(supportNotice(version, today)).toMatch(notice);
  else expect(supportNotice(version, today)).toBeUndefined();
});
