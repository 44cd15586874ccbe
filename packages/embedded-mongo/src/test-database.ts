import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { Engine, type EngineOptions } from './engine/engine';
import { listen } from './server/server';

/** Set: the tests run against this server, a real one for instance, instead of ours. */
export const GIVEN_URL = process.env.MONGO_URL;

/** For tests of what only the embedded server has or refuses. */
export const embeddedOnly = GIVEN_URL ? describe.skip : describe;

export interface TestDatabase {
  client: MongoClient;
  db: Db;
  url: string;
  port: number;
  engine: Engine;
  close(): Promise<void>;
}

/** A folder of its own for a test. */
export const temporaryFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-mongo-'));

/** An empty database on a server within this process, or on the server of MONGO_URL (then there is no engine). */
export async function openTestDatabase(options: Partial<EngineOptions> = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (GIVEN_URL) {
    const client = await new MongoClient(GIVEN_URL).connect();
    const db = client.db(name);
    const close = async () => {
      await db.dropDatabase();
      await client.close();
    };
    return { client, db, url: GIVEN_URL, port: 0, engine: undefined as unknown as Engine, close };
  }
  const dataDir = options.dataDir ?? temporaryFolder();
  const engine = new Engine({ ...options, dataDir });
  const server = await listen(engine, 0);
  engine.port = server.port;
  const url = `mongodb://127.0.0.1:${server.port}/?directConnection=true`;
  const client = await new MongoClient(url).connect();
  return {
    client,
    db: client.db(name),
    url,
    port: server.port,
    engine,
    close: async () => {
      await client.close();
      await server.close();
      await engine.close();
      if (!options.dataDir) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
