import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { builtProgram, sized } from '@partnerdesk/testing/services';
import { type Document, MongoClient } from 'mongodb';
import { encodeKey } from './bson/key';
import { getField } from './bson/raw';
import { Engine } from './engine/engine';
import { keysOf } from './query/path';
import { type EmbeddedMongo, startEmbeddedMongo } from './start';
import { idPart, join, treeRange } from './store/records';
import { embeddedOnly, temporaryFolder } from './test-database';

// Other suites share the processors.

const MAIN = builtProgram('packages/embedded-mongo/dist/main.js');

let dataDir: string;
const running: EmbeddedMongo[] = [];

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(
  options: Partial<Parameters<typeof startEmbeddedMongo>[0]> = {},
): Promise<EmbeddedMongo> {
  const server = await startEmbeddedMongo({ dataDir, ...options });
  running.push(server);
  return server;
}

const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

/** Resolves once there is no process of this number any more. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise(setImmediate);
  }
}

/** Reads a folder that nobody holds: every index has exactly the entries that its documents ask for. */
async function checkIndexes(folder: string): Promise<number> {
  const engine = new Engine({ dataDir: folder });
  let documents = 0;
  for (const info of engine.catalog.all()) {
    const docs = [...engine.store.entries(treeRange(info.tree))];
    documents += docs.length;
    for (const { key, value } of docs)
      expect(key.equals(join(info.tree, idPart(getField(value, '_id'))))).toBe(true);
    for (const index of info.indexes.slice(1)) {
      const expected = docs.flatMap(({ value }) => {
        const id = encodeKey(getField(value, '_id'));
        const length = Buffer.from([id.length >> 8, id.length & 0xff]);
        return keysOf(value, index.pattern).keys.map((key) =>
          index.unique ? join(index.tree, key) : join(index.tree, key, id, length),
        );
      });
      const hex = (keys: Iterable<Buffer>) => [...keys].map((key) => key.toString('hex')).sort();
      expect(hex(engine.store.keys(treeRange(index.tree)))).toEqual(hex(expected));
    }
  }
  await engine.close();
  return documents;
}

embeddedOnly('the process', () => {
  it('starts, keeps its data and ends cleanly', async () => {
    let exit: unknown;
    const first = await start({
      onExit: (code, signal) => {
        exit = { code, signal };
      },
    });
    expect(first.url).toBe(`mongodb://127.0.0.1:${first.port}/?directConnection=true`);
    const status = `/proc/${first.pid}/status`;
    if (fs.existsSync(status))
      expect(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, 'utf8'))![1])).toBeLessThan(100 * 1024);
    const client = await new MongoClient(first.url).connect();
    await client.db('kept').collection('c').insertOne({ a: 1 });
    await client.close();
    await first.stop();
    expect(exit).toEqual({ code: 0, signal: null });
    const second = await start();
    const again = await new MongoClient(second.url).connect();
    expect(await again.db('kept').collection('c').countDocuments()).toBe(1);
    await again.close();
  });

  it('reports who holds the folder, or that the port is taken', async () => {
    const server = await start();
    expect(await message(startEmbeddedMongo({ dataDir }))).toBe(
      `embedded-mongo: The data folder ${dataDir} is in use by process ${server.pid}`,
    );
    const other = temporaryFolder();
    expect(await message(startEmbeddedMongo({ dataDir: other, port: server.port }))).toBe(
      `embedded-mongo: Port ${server.port} on 127.0.0.1 is taken`,
    );
    fs.rmSync(other, { recursive: true });
  });

  it('lets one of several that start at once have the folder, also after a kill', async () => {
    const killed = await start();
    process.kill(killed.pid, 'SIGKILL');
    await gone(killed.pid);
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => startEmbeddedMongo({ dataDir })),
    );
    const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    running.push(...started);
    expect(started).toHaveLength(1);
  });

  it('ends with the process that started it', async () => {
    const script = `require(${JSON.stringify(path.join(MAIN, '..', 'index.js'))}).startEmbeddedMongo({ dataDir: ${JSON.stringify(dataDir)} }).then(({ pid }) => console.log(pid))`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (data) => resolve(Number(data))),
    );
    parent.kill('SIGKILL');
    await gone(pid);
  });

  it('runs by itself and says what it is', async () => {
    const child = spawn(process.execPath, [MAIN, '--data', dataDir, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    await new Promise<void>((resolve) =>
      child.stdout.on('data', (data) => {
        output += data;
        if (output.includes('ready on')) resolve();
      }),
    );
    expect(output).toMatch(
      /embedded subset of MongoDB for trying and testing, not compared with a real one; use MongoDB in production/,
    );
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(output)![1]);
    const refused = await new Promise<string>((resolve) => {
      const address = Object.values(
        require('node:os').networkInterfaces() as Record<
          string,
          { address: string; internal: boolean; family: string }[]
        >,
      )
        .flat()
        .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
      if (!address) resolve('ECONNREFUSED');
      else
        net
          .connect(port, address)
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
          .on('connect', () => resolve('connected'));
    });
    expect(refused).toBe('ECONNREFUSED');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', (code) => resolve(code)))).toBe(0);
    const usage = spawnSync(process.execPath, [MAIN]);
    expect([usage.status, String(usage.stderr)]).toEqual([
      1,
      'embedded-mongo: Usage: main.js --data DIR --port N\n',
    ]);
  });
});

embeddedOnly('kill -9 under load', () => {
  it('loses nothing that was acknowledged, and indexes agree with the documents', async () => {
    const acknowledged = new Map<number, number>();
    const deleted = new Set<number>();
    let next = 0;
    const rounds = sized(3, 20);
    for (let round = 1; round <= rounds; round++) {
      const server = await startEmbeddedMongo({ dataDir });
      const client = await new MongoClient(server.url, { retryWrites: false }).connect();
      const collection = client.db('load').collection<Document>('docs');
      await collection.createIndexes([{ key: { n: 1, tags: 1 } }, { key: { serial: 1 }, unique: true }]);
      const stored = new Map(
        (await collection.find().toArray()).map(({ _id, n }) => [_id as unknown as number, n as number]),
      );
      for (const [id, n] of acknowledged) expect(stored.get(id)).toBeGreaterThanOrEqual(n);
      for (const id of deleted) expect(stored.has(id)).toBe(false);
      let writes = 0;
      let enough = () => {};
      const loaded = new Promise<void>((resolve) => {
        enough = resolve;
      });
      const worker = async (): Promise<void> => {
        for (;;) {
          const ids = Array.from({ length: 20 }, () => ++next);
          await collection.insertMany(
            ids.map((id) => ({ _id: id, n: 0, serial: id, tags: ['a', `t${id % 5}`] })) as Document[],
          );
          for (const id of ids) acknowledged.set(id, 0);
          const operations = ids.map((id) => ({
            updateOne: {
              filter: { _id: id } as Document,
              update: { $inc: { n: 1 }, $push: { tags: `u${id}` } },
            },
          }));
          await collection.bulkWrite(operations as never);
          for (const id of ids) acknowledged.set(id, 1);
          // Until the deletion is acknowledged, either is right.
          acknowledged.delete(ids[0]!);
          await collection.deleteOne({ _id: ids[0] } as Document);
          deleted.add(ids[0]!);
          if (++writes === 10 + round) enough();
        }
      };
      const workers = Array.from({ length: 4 }, () =>
        worker().catch((error) => expect(error.writeErrors ?? []).toEqual([])),
      );
      await loaded;
      process.kill(server.pid, 'SIGKILL');
      await client.close(true);
      await Promise.all(workers);
      await gone(server.pid);
      if (round % 5 === 0 || round === rounds) expect(await checkIndexes(dataDir)).toBeGreaterThan(0);
    }
  });
});

embeddedOnly('a backup under load', () => {
  it('holds everything that was acknowledged before it began, and nothing in part', async () => {
    const server = await start();
    const client = await new MongoClient(server.url).connect();
    const collection = client.db('load').collection<Document>('docs');
    await collection.createIndexes([{ key: { n: 1, tags: 1 } }, { key: { serial: 1 }, unique: true }]);
    const acknowledged = new Map<number, number>();
    let next = 0;
    let running = true;
    const worker = async (): Promise<void> => {
      while (running) {
        const ids = Array.from({ length: 50 }, () => ++next);
        const text = 'x'.repeat(500);
        await collection.insertMany(
          ids.map((id) => ({ _id: id, n: 0, serial: id, tags: [`t${id % 5}`], text })) as Document[],
        );
        for (const id of ids) acknowledged.set(id, 0);
        await collection.updateMany({ _id: { $in: ids } } as Document, { $inc: { n: 1 } });
        for (const id of ids) acknowledged.set(id, 1);
      }
    };
    const workers = Array.from({ length: 4 }, worker);
    while (acknowledged.size < 3000) await new Promise(setImmediate);
    const folders = [temporaryFolder(), path.join(dataDir, 'copy')];
    const before: Map<number, number>[] = [];
    for (const folder of folders) {
      before.push(new Map(acknowledged));
      const reply = await client.db('admin').command({ backup: folder });
      expect(reply.bytes).toBe(fs.statSync(path.join(folder, 'data.mdb')).size);
    }
    for (const backup of [folders[0], 'relative', '', 7])
      await expect(client.db('admin').command({ backup })).rejects.toMatchObject({ ok: 0 });
    running = false;
    await Promise.all(workers);
    await client.close();
    for (const [i, folder] of folders.entries()) {
      expect(fs.readdirSync(folder)).toEqual(['data.mdb']);
      const restored = await start({ dataDir: folder });
      const reader = await new MongoClient(restored.url).connect();
      const copy = reader.db('load').collection<Document>('docs');
      const stored = new Map((await copy.find().toArray()).map(({ _id, n }) => [Number(_id), n]));
      for (const [id, n] of before[i]!) expect(stored.get(id)).toBeGreaterThanOrEqual(n);
      await copy.insertOne({ serial: -1 });
      await reader.close();
      await restored.stop();
      expect(await checkIndexes(folder)).toBe(stored.size + 1);
      fs.rmSync(folder, { recursive: true });
    }
  });
});
