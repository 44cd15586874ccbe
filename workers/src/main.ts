import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  domainConfigOf,
  onLedgerChange,
  openStorage,
  rehashAccounts,
} from '@partnerdesk/domain';
import {
  closeOnSignals,
  createLogger,
  EnvError,
  loadEnvFile,
  readEnv,
  startMetricsServer,
} from '@partnerdesk/node';
import { startChangePublisher, startHeartbeat } from '@partnerdesk/queues';
import { createMailTransport } from './mail/mail-transport';
import { createStateReader } from './metrics/read-state';
import { runQueues } from './run-queues';
import { expiredPhotoIds } from './sweeps/expired-photo-ids';
import { SWEEPS, startSweeps } from './sweeps/sweeps';

async function main(): Promise<void> {
  loadEnvFile();
  const env = readEnv();
  const logger = createLogger('worker', { level: env.logLevel });
  configureDomain({ ...domainConfigOf(env), logger });
  await connectDatabase(env.mongoUrl, { watched: env.metricsPort !== undefined });
  const mailTransport = env.smtpUrl ? createMailTransport(env.smtpUrl, env.mailFrom) : undefined;
  const storage = openStorage(env);
  const running = await runQueues({
    redisUrl: env.redisUrl,
    logger,
    mailTransport,
    storage,
  });
  const stopHeartbeat = startHeartbeat(running.queues.payroll.client, {
    onError: (err) => logger.error({ err }, 'heartbeat'),
  });
  const publisher = startChangePublisher(running.queues.payroll.client, {
    onError: (err) => logger.warn({ err }, 'ledger changes'),
  });
  onLedgerChange(publisher.publish);
  const { host, metricsPort: port } = env;
  const readState = createStateReader(running.queues);
  const figures = port ? await startMetricsServer({ host, port, logger, readState }) : undefined;
  const stopSweeps = startSweeps(running.queues, logger, [
    ...SWEEPS,
    expiredPhotoIds(storage, env.photoIdRetentionDays),
  ]);
  rehashAccounts().catch((err: unknown) => logger.error({ err }, 'accounts could not be hashed'));
  closeOnSignals(
    [
      { name: 'metrics', close: () => figures?.close() },
      { name: 'sweeps', close: stopSweeps },
      { name: 'changes', close: () => publisher.close() },
      { name: 'queues', close: () => running.close() },
      { name: 'heartbeat', close: stopHeartbeat },
      { name: 'mail', close: () => mailTransport?.close() },
      { name: 'database', close: disconnectDatabase },
    ],
    { logger },
  );
  logger.info('worker ready');
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof EnvError ? error.message : `The worker could not start: ${error}`}\n`,
  );
  process.exit(1);
});
