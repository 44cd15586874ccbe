import './tracing';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  domainConfigOf,
  installationID,
  onAccessChange,
  onLedgerChange,
  onReviewChange,
  openStorage,
  recordSettings,
  rehashAccounts,
} from '@partnerdesk/domain';
import {
  type Closer,
  closeOnSignals,
  createLogger,
  EnvError,
  endTracing,
  readEnv,
  shownSettings,
  startMetricsServer,
  waitForAnswer,
} from '@partnerdesk/node';
import {
  ClickBuffer,
  claimRedisOrThrow,
  publishAccess,
  publishReview,
  RedisClient,
  startChangePublisher,
  startHeartbeat,
  WORKER_CALL_MS,
} from '@partnerdesk/queues';
import { createMailTransport } from './mail/mail-transport';
import { createStateReader } from './metrics/read-state';
import { createPostbackCaller } from './postbacks/call-address';
import { runQueues } from './run-queues';
import { digestKeeper } from './sweeps/daily-digest';
import { startSweeps } from './sweeps/sweeps';

async function main(): Promise<void> {
  const env = readEnv();
  const logger = createLogger('worker', { level: env.logLevel });
  configureDomain({ ...domainConfigOf(env), logger });
  const closers: Closer[] = [
    { name: 'database', close: disconnectDatabase },
    { name: 'traces', close: endTracing },
  ];
  closeOnSignals(closers, { logger });
  // Before it waits: who asks whether it is alive would end it otherwise.
  let readState: (() => Promise<void>) | undefined;
  const { host, metricsPort: port } = env;
  const figures = port
    ? await startMetricsServer({ host, port, logger, readState: async () => readState?.() })
    : undefined;
  closers.unshift({ name: 'metrics', close: () => figures?.close() });
  const openDatabase = async () => {
    await connectDatabase(env.mongoUrl, { watched: env.metricsPort !== undefined });
    await recordSettings('worker', shownSettings());
  };
  await waitForAnswer('the database', openDatabase, { logger });
  const redis = new RedisClient(env.redisUrl, {
    callMs: WORKER_CALL_MS,
    maxRetriesPerRequest: 3,
    watched: true,
  });
  redis.on('error', (err) => logger.error({ err }, 'redis'));
  closers.unshift({ name: 'redis', close: () => redis.disconnect() });
  const claim = async () => claimRedisOrThrow(redis, await installationID());
  await waitForAnswer('Redis', claim, { logger });

  const mailTransport = env.smtpUrl ? createMailTransport(env.smtpUrl, env.mailFrom) : undefined;
  const storage = openStorage(env);
  const running = await runQueues({
    redisUrl: env.redisUrl,
    logger,
    mailTransport,
    storage,
    makeCall: createPostbackCaller({ allowLocal: env.localPostbacks }),
  });
  const stopHeartbeat = startHeartbeat(redis, { onError: (err) => logger.error({ err }, 'heartbeat') });
  const publisher = startChangePublisher(redis, {
    onError: (err) => logger.warn({ err }, 'ledger changes'),
  });
  onLedgerChange(publisher.publish);
  onAccessChange((person) =>
    publishAccess(redis, person).catch((err: unknown) => logger.warn({ err }, 'access changes')),
  );
  onReviewChange(
    (change) =>
      void publishReview(redis, change).catch((err: unknown) => logger.warn({ err }, 'changes of queues')),
  );
  readState = createStateReader(running.queues);
  const { queues } = running;
  const clicks = new ClickBuffer(redis);
  const keepDigests = digestKeeper(env);
  const stopSweeps = startSweeps({ queues, logger, storage, clicks, env, keepDigests });
  const stopHashing = new AbortController();
  const hashed = rehashAccounts(stopHashing.signal).catch((err: unknown) =>
    logger.error({ err }, 'accounts could not be hashed'),
  );
  closers.unshift(
    // Before the sweeps are waited for: no job is begun that could then be cut short.
    { name: 'intake of jobs', close: () => running.pause() },
    { name: 'sweeps', close: stopSweeps },
    {
      name: 'hashing of accounts',
      close: () => {
        stopHashing.abort();
        return hashed;
      },
    },
    { name: 'changes', close: () => publisher.close() },
    { name: 'queues', close: () => running.close() },
    { name: 'heartbeat', close: stopHeartbeat },
    { name: 'mail', close: () => mailTransport?.close() },
  );
  logger.info('worker ready');
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof EnvError ? error.message : `The worker could not start: ${error}`}\n`,
  );
  process.exit(1);
});
