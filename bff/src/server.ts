import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@partnerdesk/contracts';
import {
  appointFirstManager,
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  domainConfigOf,
  onLedgerChange,
} from '@partnerdesk/domain';
import { closeOnSignals, createLogger, loadEnvFile, readEnv, startMetricsServer } from '@partnerdesk/node';
import { createQueues, KEY_PREFIX, RunEnds, startChangePublisher, watchRedis } from '@partnerdesk/queues';
import Redis from 'ioredis';
import { buildApp } from './app';
import { closeServer, listen } from './listen';
import { LiveChanges } from './live/live-changes';
import type { StaticRoots } from './static/static';

const ROOT = path.join(__dirname, '../..');

const staticRoots: StaticRoots = {
  shell: path.join(ROOT, 'shell/dist'),
  remotes: Object.fromEntries(
    REMOTE_NAMES.map((name) => [name, path.join(ROOT, `mfe-${name}/dist`)]),
  ) as Record<RemoteName, string>,
};

async function main(): Promise<void> {
  loadEnvFile();
  const env = readEnv();
  const logger = createLogger('bff', { level: env.logLevel });
  configureDomain({ ...domainConfigOf(env), logger });
  await connectDatabase(env.mongoUrl, { watched: env.metricsPort !== undefined }).catch(
    explain('The database (MONGO_URL) does not answer'),
  );
  await appointFirstManager();

  const onError = (err: Error) => logger.error({ err }, 'redis');
  // Two tries, then the caller hears of it: a request must not hang while Redis is away.
  const redis = watchRedis(new Redis(env.redisUrl, { maxRetriesPerRequest: 2 }));
  redis.on('error', onError);
  await redis.ping().catch(explain('Redis (REDIS_URL) does not answer'));
  const queues = createQueues({ redisUrl: env.redisUrl, onError });
  const runEnds = new RunEnds(redis, { onError: (err) => logger.warn({ err }, 'payroll run ends') });

  const publisher = startChangePublisher(redis, { onError: (err) => logger.warn({ err }, 'ledger changes') });
  onLedgerChange(publisher.publish);
  const liveChanges = new LiveChanges({
    redis,
    prefix: KEY_PREFIX,
    onError: (err) => logger.warn({ err }, 'ledger changes'),
  });

  const app = buildApp({ env, logger, redis, queues, runEnds, staticRoots, liveChanges });
  const server = await listen(app, env);
  const { host, metricsPort } = env;
  const figures = metricsPort ? await startMetricsServer({ host, port: metricsPort, logger }) : undefined;
  closeOnSignals(
    [
      { name: 'streams', close: () => liveChanges.close() },
      { name: 'server', close: () => closeServer(server) },
      { name: 'changes', close: () => publisher.close() },
      { name: 'queues', close: () => Promise.all(Object.values(queues).map((queue) => queue.close())) },
      { name: 'run ends', close: () => runEnds.close() },
      { name: 'redis', close: () => redis.quit() },
      { name: 'database', close: disconnectDatabase },
      { name: 'metrics', close: () => figures?.close() },
    ],
    { logger },
  );
  logger.info({ host: env.host, port: env.port, publicUrl: env.publicUrl }, 'listening');
}

/** Says which part is missing; the addresses stay out of it, since they may hold passwords. */
function explain(problem: string) {
  return (cause: Error): never => {
    throw new Error(`${problem}: ${cause.message}`, { cause });
  };
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The web server could not start: ${text}\n`);
  process.exit(1);
});
