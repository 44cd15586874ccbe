import { parseArgs } from 'node:util';
import { Engine } from './engine/engine';
import { MongoError } from './errors';
import { listen } from './server/server';
import { sweep } from './server/sweeper';

const NOTICE =
  'embedded-mongo: an embedded subset of MongoDB for trying and testing, not compared with a real one; use MongoDB in production.';

/** A setting of the environment in milliseconds, for tests that can't wait for MongoDB's own times. */
const milliseconds = (name: string, otherwise: number): number => Number(process.env[name]) || otherwise;

/** Throws the error again, unless it is the disk's: that is in the log already, and the work waits for space. */
function notRefused(error: unknown): void {
  if (!(error instanceof MongoError) || error.codeName !== 'OutOfDiskSpace') throw error;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, port: { type: 'string' }, child: { type: 'boolean' } },
  });
  const port = Number(values.port ?? '27017');
  if (!values.data || !Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error('Usage: main.js --data DIR --port N');
  // lmdb prints a failed commit, with its stack, besides rejecting it.
  console.error = () => {};
  // The log may lie on the disk that is full.
  process.stderr.on('error', () => {});
  // A limit on file sizes is an answer to the write, not the end of the process.
  process.on('SIGXFSZ', () => {});
  const engine = new Engine({
    dataDir: values.data,
    cursorTimeoutMs: milliseconds('EMBEDDED_MONGO_CURSOR_TIMEOUT_MS', 600_000),
  });
  await engine.recover().catch(notRefused);
  const server = await listen(engine, port);
  engine.port = server.port;
  engine.clearGarbage();

  let sweeping = Promise.resolve();
  const timer = setInterval(
    () => {
      sweeping = sweeping
        .then(() => sweep(engine))
        .catch(notRefused)
        .catch((error) => void process.stderr.write(`embedded-mongo: ${error}\n`));
    },
    milliseconds('EMBEDDED_MONGO_SWEEP_MS', 60_000),
  );

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    clearInterval(timer);
    await server.close();
    await sweeping;
    await engine.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (values.child) {
    // Who started it holds the other end: when that is gone, nobody needs it any more.
    process.stdin.on('end', stop).on('error', stop).resume();
    process.stdout.on('error', stop);
  }
  process.stdout.write(
    `${NOTICE}\nready on mongodb://127.0.0.1:${server.port}/?directConnection=true (process ${process.pid}, data in ${values.data})\n`,
  );
}

main().catch((error: Error) => {
  process.stderr.write(`embedded-mongo: ${error.message}\n`);
  process.exit(1);
});
