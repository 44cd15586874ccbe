import './tracing';
import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@partnerdesk/contracts';
import {
  appointFirstManager,
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  domainConfigOf,
  installationID,
  onAccessChange,
  onLedgerChange,
  onMailStored,
  onReviewChange,
  recordSettings,
} from '@partnerdesk/domain';
import {
  Circuit,
  type Closer,
  closeOnSignals,
  createLogger,
  type Env,
  endTracing,
  type Logger,
  readEnv,
  SHUTDOWN_MS,
  shownSettings,
  startMetricsServer,
} from '@partnerdesk/node';
import {
  claimRedisOrThrow,
  createQueues,
  enqueue,
  KEY_PREFIX,
  publishAccess,
  publishReview,
  RedisClient,
  startChangePublisher,
} from '@partnerdesk/queues';
import { buildApp } from './app';
import { closeServer, listen, StartingServer } from './listen';
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
  const env = readEnv();
  const logger = createLogger('bff', { level: env.logLevel });
  const start = new StartingServer();
  const server = await listen((...exchange) => start.handle(...exchange), env);
  const closers: Closer[] = [
    { name: 'load balancing', close: () => start.drain(server, env.drainMs) },
    { name: 'server', close: () => closeServer(server) },
  ];
  closeOnSignals(closers, { logger, timeoutMs: SHUTDOWN_MS + env.drainMs });
  logger.info({ host: env.host, port: env.port, publicUrl: env.publicUrl }, 'listening');

  const { host, metricsPort } = env;
  const figures = metricsPort ? await startMetricsServer({ host, port: metricsPort, logger }) : undefined;
  closers.push({ name: 'metrics', close: () => figures?.close() });
  closers.push({ name: 'traces', close: endTracing });
  configureDomain({ ...domainConfigOf(env), logger });
  closers.splice(-1, 0, { name: 'database', close: disconnectDatabase });
  const openDatabase = async () => {
    await connectDatabase(env.mongoUrl, {
      callMs: env.callDeadlineMs,
      watched: metricsPort !== undefined,
    });
    await appointFirstManager();
    await recordSettings('web server', shownSettings());
  };
  await start.waitFor('the database', openDatabase, logger);
  const redis = await connectRedis(env, logger, start);
  start.serve(buildServer({ env, logger, ...redis }, closers).callback());
  logger.info('ready');
}

/** Redis behind its circuit, once it answers. */
async function connectRedis(env: Env, logger: Logger, start: StartingServer) {
  const onError = (err: Error) => logger.error({ err }, 'redis');
  const circuit = new Circuit({ name: 'Redis', probe: () => redis.ping(), logger });
  // Two tries, then the caller hears of it: a request must not hang while Redis is away.
  const { callDeadlineMs: callMs } = env;
  const redis = new RedisClient(env.redisUrl, { callMs, circuit, maxRetriesPerRequest: 2, watched: true });
  redis.on('error', onError);
  await start.waitFor('Redis', async () => claimRedisOrThrow(redis, await installationID()), logger);
  return { redis, circuit, onError };
}

type Parts = { env: Env; logger: Logger } & Awaited<ReturnType<typeof connectRedis>>;

/** The app with all that it talks to; what has to be closed is added before the database. */
function buildServer({ env, logger, redis, circuit, onError }: Parts, closers: Closer[]) {
  const queues = createQueues({ redisUrl: env.redisUrl, callMs: env.callDeadlineMs, circuit, onError });
  const onChangeError = (err: unknown) => logger.warn({ err }, 'changes');
  const publisher = startChangePublisher(redis, { onError: onChangeError });
  onLedgerChange(publisher.publish);
  onAccessChange((person) => publishAccess(redis, person).catch(onChangeError));
  onReviewChange((change) => void publishReview(redis, change).catch(onChangeError));
  onMailStored(({ mailID, awaited }) =>
    enqueue(queues.mail, 'send-mail', { mailID }, { urgent: awaited }).catch((err: unknown) =>
      logger.warn({ err, mailID }, 'no job for a mail'),
    ),
  );
  const liveChanges = new LiveChanges({ redis, prefix: KEY_PREFIX, onError: onChangeError });
  closers.splice(1, 0, { name: 'streams', close: () => liveChanges.close() });
  closers.splice(
    -2,
    0,
    { name: 'changes', close: () => publisher.close() },
    { name: 'queues', close: () => Promise.all(Object.values(queues).map((queue) => queue.close())) },
    { name: 'redis', close: () => redis.quit() },
  );
  return buildApp({ env, logger, redis, queues, staticRoots, liveChanges });
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The web server could not start: ${text}\n`);
  process.exit(1);
});
