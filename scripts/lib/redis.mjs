import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages } from './debian.mjs';
import { Failure } from './failure.mjs';
import { answers, freePort } from './ports.mjs';

/** Whether `redis-server` is on the PATH. */
export const hasRedisServer = () =>
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Installs `redis-server`, if this may be done. @param {(line: string) => void} say @throws {Failure} with how to get it */
export async function ensureRedisServer(say) {
  if (hasRedisServer()) return;
  await ensureDebianPackages(['redis-server'], say);
  if (hasRedisServer()) return;
  throw new Failure(
    'No redis-server on the PATH: install it (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL.',
  );
}

/** A Redis of our own: loopback only, every write appended to a file. @param {string} dataDir its files are in a folder of this one @param {number} port */
export function redisProgram(dataDir, port) {
  const dir = join(dataDir, 'redis');
  mkdirSync(dir, { recursive: true });
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir];
  const how = ['--appendonly', 'yes', '--save', '', '--daemonize', 'no', '--logfile', ''];
  return { command: 'redis-server', args: [...place, ...how] };
}

/**
 * Starts one on a free port.
 * @param {import('./process-group.mjs').ProcessGroup} group @param {string} dataDir
 * @param {string[]} [options] more of redis-server's own @returns {Promise<string>} its address
 */
export async function startRedis(group, dataDir, options = []) {
  const port = await freePort();
  const { command, args } = redisProgram(dataDir, port);
  const member = group.start('redis', { command, args: [...args, ...options], stage: 2 });
  await group.waitUntil(member, () => answers(port), 30_000);
  return `redis://127.0.0.1:${port}`;
}
