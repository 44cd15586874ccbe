import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

const NO_REDIS = /^No redis-server on the PATH: install it \(Debian: apt-get install redis-server;/;

/**
 * Asks for a redis-server where PATH leads to Node and an `apt-get` that notes what it is asked for.
 * @param {{ installs: boolean, root?: boolean }} how `installs`: whether the program is there afterwards
 */
function ensureRedis({ installs, root = true }) {
  const bin = mkdtempSync(join(tmpdir(), 'path-'));
  symlinkSync(process.execPath, join(bin, 'node'));
  const program = join(bin, 'redis-server');
  const install = installs ? `printf '#!/bin/sh\\n' > ${program}; /bin/chmod +x ${program}` : 'exit 100';
  const script = `#!/bin/sh\necho "$@" >> ${bin}/asked\ncase "$*" in *install*) ${install};; esac\n`;
  writeFileSync(join(bin, 'apt-get'), script);
  chmodSync(join(bin, 'apt-get'), 0o755);
  const code = `
    process.getuid = () => ${root ? 0 : 1000};
    const { ensureRedisServer } = await import(${JSON.stringify(inRoot('scripts', 'lib', 'programs.mjs'))});
    await ensureRedisServer(console.log).catch((error) => console.log(error.message));`;
  const args = ['--input-type=module', '-e', code];
  const { stdout } = spawnSync(process.execPath, args, { env: { PATH: bin }, encoding: 'utf8' });
  const asked = existsSync(join(bin, 'asked'))
    ? readFileSync(join(bin, 'asked'), 'utf8').trim().split('\n')
    : [];
  return { stdout, asked };
}

test('who may install packages gets what is missing, from a fresh list', () => {
  const { stdout, asked } = ensureRedis({ installs: true });
  const aptGet = '-q -o Acquire::Retries=3';
  expect(asked).toEqual([
    '--version',
    `${aptGet} update`,
    `${aptGet} install -y --no-install-recommends redis-server`,
  ]);
  expect(stdout).toBe('Installing redis-server with apt-get…\n');
});

test('an installation that fails is reported with the remedy', () => {
  const { stdout } = ensureRedis({ installs: false });
  expect(stdout.split('\n')[1]).toMatch(NO_REDIS);
});

test('a user who may not install packages sees what to do', () => {
  const { stdout, asked } = ensureRedis({ installs: true, root: false });
  expect(asked).toEqual([]);
  expect(stdout).toMatch(NO_REDIS);
});
