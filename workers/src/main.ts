import { catchUpLedger, configureDomain, connectDatabase, disconnectDatabase } from '@partnerdesk/domain';
import { closeOnSignals, createLogger, EnvError, loadEnvFile, readEnv } from '@partnerdesk/node';
import { startHeartbeat } from '@partnerdesk/queues';
import { runQueues } from './run-queues';

/** What another process appended and died before applying is applied at the latest after this (ms). */
const CATCH_UP_MS = 5000;

async function main(): Promise<void> {
  loadEnvFile();
  const env = readEnv();
  const logger = createLogger('worker', { level: env.logLevel });
  configureDomain({ fieldKeys: env.fieldKeys, timeZone: env.businessTimezone });
  await connectDatabase(env.mongoUrl);
  const running = await runQueues({ redisUrl: env.redisUrl, logger });
  const stopHeartbeat = startHeartbeat(running.queues[0]!.client, {
    onError: (err) => logger.error({ err }, 'heartbeat'),
  });
  const catchUp = setInterval(() => {
    catchUpLedger().catch((err) => logger.error({ err }, 'could not catch up with the journal'));
  }, CATCH_UP_MS);
  closeOnSignals(
    [
      { name: 'timers', close: () => clearInterval(catchUp) },
      { name: 'queues', close: () => running.close() },
      { name: 'heartbeat', close: stopHeartbeat },
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
