import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { GIVEN_URL, temporaryFolder } from './test-database';

// Other suites share the processors.

/*
 * A limit on the size of files stands for the full disk: it needs no mount, LMDB and the file system answer it as they
 * answer a disk without space (a write that is cut short, or an error), and it can be set and lifted while the process runs.
 * What it leaves out: ENOSPC itself, and a disk on which no file can be made at all.
 */
const onLinux = process.platform === 'linux' && !GIVEN_URL ? describe : describe.skip;

const MAIN = path.join(__dirname, '..', 'dist', 'main.js');

let dataDir: string;
let server: ChildProcess;
let client: MongoClient;
let log: string;

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(async () => {
  await client.close();
  await stop();
  fs.rmSync(dataDir, { recursive: true });
});

/** Starts the server, with files of at most `limit` bytes, and answers the collection that it is filled with. */
const start = (limit = 'unlimited') => startBy('prlimit', `--fsize=${limit}:unlimited`);

/** The same on a disk that this process alone sees as read-only. */
const startReadOnly = () => {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
  return startBy('unshare', '-rm', 'sh', '-c', mount, dataDir);
};

async function startBy(command: string, ...args: string[]): Promise<Collection<Document>> {
  log = '';
  server = spawn(command, [...args, process.execPath, MAIN, '--data', dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  let output = '';
  for await (const text of server.stdout!.setEncoding('utf8')) {
    output += text;
    if (output.includes('ready on')) break;
  }
  client = await new MongoClient(/mongodb:\S+/.exec(output)![0]).connect();
  return client.db('full').collection('c');
}

async function stop(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

const limitTo = (bytes: number | 'unlimited'): void =>
  void execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
const dataBytes = (): number => fs.statSync(path.join(dataDir, 'data.mdb')).size;

let next = 0;
const insert = (collection: Collection<Document>) =>
  collection.insertMany(
    Array.from({ length: 20 }, () => ({ n: next++, tag: `t${next % 7}`, text: 'x'.repeat(500) })),
  );

const FULL = { code: 14031, codeName: 'OutOfDiskSpace' };
/** Our lines of the log: LMDB has some of its own. */
const lines = (): string[] => log.match(/embedded-mongo: [^\n]*| {4}at [^\n]*/g) ?? [];
const REFUSED = [expect.stringContaining('embedded-mongo: writes are refused, reads go on: ')];

const mayMount = spawnSync('unshare', ['-rm', 'mount', '--bind', '/tmp', '/tmp']).status === 0;

(mayMount ? onLinux : describe.skip)('a disk that is read-only', () => {
  it('serves reads and refuses writes; started on one that is not, it takes them again', async () => {
    await insert(await start());
    await client.close();
    await stop();
    const collection = await startReadOnly();
    expect(await collection.countDocuments()).toBe(20);
    for (let count = 0; count < 3; count += 1) await expect(insert(collection)).rejects.toMatchObject(FULL);
    expect(await collection.countDocuments()).toBe(20);
    expect(lines()).toEqual(REFUSED);
    await client.close();
    await stop();
    const again = await start();
    await insert(again);
    expect(await again.countDocuments()).toBe(40);
  });
});

onLinux('a disk that is full', () => {
  it('refuses writes while reads go on, and takes them again when there is space', async () => {
    const collection = await start();
    await collection.createIndex({ tag: 1, n: 1 });
    await insert(collection);
    let acknowledged = 20;
    // Nothing that exists gets smaller by it, as on a full disk.
    limitTo(dataBytes());
    // What one write could not have may be enough for the next, until it is not for several.
    let refusals = 0;
    while (refusals < 5) {
      const [attempt] = await Promise.allSettled([insert(collection)]);
      if (attempt.status === 'fulfilled') acknowledged += 20;
      else expect(attempt.reason).toMatchObject(FULL);
      refusals = attempt.status === 'fulfilled' ? 0 : refusals + 1;
    }
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => insert(collection)),
      collection.updateMany({}, { $set: { text: 'y'.repeat(1000) } }),
    ]);
    for (const attempt of attempts) expect(attempt).toMatchObject({ status: 'rejected', reason: FULL });
    expect(await collection.countDocuments()).toBe(acknowledged);
    expect(await collection.countDocuments({ tag: { $gte: 't' } })).toBe(acknowledged);
    expect(lines().slice(-1)).toEqual(REFUSED);
    limitTo('unlimited');
    await Promise.all(Array.from({ length: 8 }, () => insert(collection)));
    expect(await collection.countDocuments({ tag: { $gte: 't' } })).toBe(acknowledged + 160);
    expect(lines().slice(-1)).toEqual(REFUSED);
  });

  it('refuses writes while reads go on, where its own log lies on that disk', async () => {
    await insert(await start());
    await client.close();
    await stop();
    const logsThere = ['sh', '-c', 'exec "$0" "$@" 2> /dev/full'];
    const collection = await startBy('prlimit', '--fsize=0:unlimited', ...logsThere);
    for (let count = 0; count < 2; count += 1) await expect(insert(collection)).rejects.toMatchObject(FULL);
    expect(await collection.countDocuments()).toBe(20);
    limitTo('unlimited');
    await insert(collection);
    expect(await collection.countDocuments()).toBe(40);
  });

  it('serves reads from the start on, and writes as soon as there is space', async () => {
    await insert(await start());
    await client.close();
    await stop();
    const collection = await start('0');
    expect(await collection.countDocuments()).toBe(20);
    await expect(insert(collection)).rejects.toMatchObject(FULL);
    await expect(insert(collection)).rejects.toMatchObject(FULL);
    expect(lines()).toEqual(REFUSED);
    limitTo('unlimited');
    await insert(collection);
    expect(await collection.countDocuments()).toBe(40);
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('owner'))).toHaveLength(1);
    await client.close();
    await stop();
    expect(await (await start()).countDocuments()).toBe(40);
  });
});
