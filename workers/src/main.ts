import { catchUpLedger, configureDomain, connectDatabase, disconnectDatabase } from '@partnerdesk/domain';
import { closeOnSignals, createLogger, EnvError, loadEnvFile, readEnv } from '@partnerdesk/node';
import { startHeartbeat } from '@partnerdesk/queues';
import { enqueueForgottenMails } from './mail/forgotten-mails';
import { createMailTransport } from './mail/mail-transport';
import { runQueues } from './run-queues';

/** What another process appended and died before applying is applied at the latest after this (ms). */
const CATCH_UP_MS = 5000;
/** How often it is looked for mails that were stored by a process that died before it made their job (ms). */
const FORGOTTEN_MAILS_MS = 60_000;

async function main(): Promise<void> {
  loadEnvFile();
  const env = readEnv();
  const logger = createLogger('worker', { level: env.logLevel });
  configureDomain({ fieldKeys: env.fieldKeys, timeZone: env.businessTimezone });
  await connectDatabase(env.mongoUrl);
  const mailTransport = env.smtpUrl ? createMailTransport(env.smtpUrl, env.mailFrom) : undefined;
  const running = await runQueues({ redisUrl: env.redisUrl, logger, mailTransport });
  const stopHeartbeat = startHeartbeat(running.queues[0]!.client, {
    onError: (err) => logger.error({ err }, 'heartbeat'),
  });
  const catchUp = setInterval(() => {
    catchUpLedger().catch((err) => logger.error({ err }, 'could not catch up with the journal'));
  }, CATCH_UP_MS);
  const forgottenMails = setInterval(() => {
    enqueueForgottenMails(running.queues).catch((err) => logger.error({ err }, 'forgotten mails'));
  }, FORGOTTEN_MAILS_MS);
  closeOnSignals(
    [
      { name: 'timers', close: () => [catchUp, forgottenMails].forEach(clearInterval) },
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
