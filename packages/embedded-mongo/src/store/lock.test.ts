import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { temporaryFolder } from '../test-database';
import { FolderLockedError, lockFolder } from './lock';

const statOf = (pid: number): string[] =>
  fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

it('takes a zombie for dead, and a living owner for alive', async () => {
  const dataDir = temporaryFolder();
  // The shell becomes a program that never asks for its child's end; before that, it might.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    while (fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await turn();
    process.kill(pid, 'SIGKILL');
    while (statOf(pid)[0] !== 'Z') await turn();
    fs.writeFileSync(path.join(dataDir, 'owner.1'), `${pid} ${statOf(pid)[19]}`);
    const unlock = lockFolder(dataDir);
    expect(() => lockFolder(dataDir)).toThrow(FolderLockedError);
    unlock();
    lockFolder(dataDir)();
  } finally {
    parent.kill('SIGKILL');
    fs.rmSync(dataDir, { recursive: true });
  }
});
