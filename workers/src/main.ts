import {
  catchUpLedger,
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  onLedgerChange,
  openStorage,
} from '@partnerdesk/domain';
import { closeOnSignals, createLogger, EnvError, loadEnvFile, readEnv } from '@partnerdesk/node';
import { startChangePublisher, startHeartbeat } from '@partnerdesk/queues';
import { enqueueForgottenMails } from './mail/forgotten-mails';
import { createMailTransport } from './mail/mail-transport';
import { enqueueLostRuns } from './payroll/lost-runs';
import { enqueueLostPictures } from './pictures/lost-pictures';
import { runQueues } from './run-queues';

/** What another process appended and died before applying is applied at the latest after this (ms). */
const CATCH_UP_MS = 5000;
/** How often it is looked for mails that were stored by a process that died before it made their job (ms). */
const FORGOTTEN_MAILS_MS = 60_000;
/** How often it is looked for pictures whose job got lost (ms). */
const LOST_PICTURES_MS = 30_000;

async function main(): Promise<void> {
  loadEnvFile();
  const env = readEnv();
  const logger = createLogger('worker', { level: env.logLevel });
  configureDomain({ fieldKeys: env.fieldKeys, timeZone: env.businessTimezone });
  await connectDatabase(env.mongoUrl);
  const mailTransport = env.smtpUrl ? createMailTransport(env.smtpUrl, env.mailFrom) : undefined;
  const running = await runQueues({
    redisUrl: env.redisUrl,
    logger,
    mailTransport,
    storage: openStorage(env),
  });
  const stopHeartbeat = startHeartbeat(running.queues[0]!.client, {
    onError: (err) => logger.error({ err }, 'heartbeat'),
  });
  const publisher = startChangePublisher(running.queues[0]!.client, {
    onError: (err) => logger.warn({ err }, 'ledger changes'),
  });
  onLedgerChange(publisher.tell);
  const catchUp = setInterval(() => {
    catchUpLedger().catch((err) => logger.error({ err }, 'could not catch up with the journal'));
  }, CATCH_UP_MS);
  const lostRuns = setInterval(() => {
    enqueueLostRuns(running.queues).catch((err) => logger.error({ err }, 'lost payroll runs'));
  }, CATCH_UP_MS);
  const forgottenMails = setInterval(() => {
    enqueueForgottenMails(running.queues).catch((err) => logger.error({ err }, 'forgotten mails'));
  }, FORGOTTEN_MAILS_MS);
  const lostPictures = setInterval(() => {
    enqueueLostPictures(running.queues).catch((err) => logger.error({ err }, 'lost pictures'));
  }, LOST_PICTURES_MS);
  closeOnSignals(
    [
      {
        name: 'timers',
        close: () => [catchUp, lostRuns, forgottenMails, lostPictures].forEach(clearInterval),
      },
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
