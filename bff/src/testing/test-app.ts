import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@partnerdesk/contracts';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  domainConfigOf,
  onAccessChange,
  onLedgerChange,
  onMailStored,
  onReviewChange,
} from '@partnerdesk/domain';
import { createLogger, readEnv, waitForAnswer } from '@partnerdesk/node';
import {
  createQueues,
  enqueue,
  publishAccess,
  publishReview,
  RedisClient,
  startChangePublisher,
} from '@partnerdesk/queues';
import { emptyTestDatabase } from '@partnerdesk/testing';
import { testRedis, workerDatabaseUrl } from '@partnerdesk/testing/services';
import { buildApp } from '../app';
import { closeServer, listen } from '../listen';
import { LiveChanges } from '../live/live-changes';
import type { AppDeps, RouteDeps } from '../routes/route-deps';
import { TestClient } from './test-client';

export interface TestApp extends Pick<RouteDeps, 'env' | 'redis' | 'prefix' | 'queues' | 'liveChanges'> {
  url: string;
  /** Folder with shell/ and a folder for each remote; empty at first. */
  builds: string;
  /** Every line logged so far, or from a number on. */
  logLines: (from?: number) => Record<string, unknown>[];
  /** A browser of its own: cookies kept, our origin sent. */
  client: () => TestClient;
  close: () => Promise<void>;
}

interface TestAppOptions extends Pick<AppDeps, 'limits' | 'delays' | 'captchaVerifyUrl'> {
  /** Further variables of the environment. */
  env?: NodeJS.ProcessEnv;
  /** The database's client reports its commands. */
  watched?: boolean;
}

/** A process has one connection to the database: apps that a test runs beside another share it. */
let open = 0;

/** The real app on a port of its own, over a database and a Redis of its own. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url: redisUrl, prefix } = await testRedis();
  const mongoUrl = workerDatabaseUrl();
  const builds = await mkdtemp(path.join(tmpdir(), 'partnerdesk-builds-'));
  const env = readEnv({
    NODE_ENV: 'test',
    REDIS_URL: redisUrl,
    MONGO_URL: mongoUrl,
    DATA_DIR: path.join(builds, 'data'),
    // A busy machine is no outage; tests of outages set their own.
    CALL_DEADLINE_MS: '30000',
    ...options.env,
  });
  configureDomain(domainConfigOf(env));
  const lines: string[] = [];
  const logger = createLogger('bff', { destination: { write: (line) => void lines.push(line) } });
  const connect = () => connectDatabase(mongoUrl, { callMs: env.callDeadlineMs, watched: options.watched });
  open += 1;
  // As the server does: on a busy machine the first answer may take longer than a call may.
  if (open === 1) await waitForAnswer('the database', connect, { logger });

  const redis = new RedisClient(redisUrl, { callMs: env.callDeadlineMs, maxRetriesPerRequest: 1 });
  redis.on('error', () => {});
  const queues = createQueues({ redisUrl, prefix });
  const remotes = Object.fromEntries(REMOTE_NAMES.map((name) => [name, path.join(builds, name)]));
  const staticRoots = { shell: path.join(builds, 'shell'), remotes: remotes as Record<RemoteName, string> };
  const publisher = startChangePublisher(redis, { prefix });
  const stopPublishing = onLedgerChange(publisher.publish);
  const stopAccess = onAccessChange((person) => publishAccess(redis, person, prefix).catch(() => {}));
  const stopReviews = onReviewChange((change) => void publishReview(redis, change, prefix).catch(() => {}));
  const stopMails = onMailStored(({ mailID, awaited }) =>
    enqueue(queues.mail, 'send-mail', { mailID }, { urgent: awaited }).catch(() => {}),
  );
  const liveChanges = new LiveChanges({ redis, prefix, onError: () => {} });
  const deps = { env, logger, redis, queues, staticRoots, liveChanges, prefix };
  const app = buildApp({ ...options, ...deps });
  const server = await listen(app.callback(), { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    env,
    redis,
    prefix,
    queues,
    builds,
    liveChanges,
    logLines: (from = 0) => lines.slice(from).map((line) => JSON.parse(line)),
    client: () => new TestClient(url, env.publicUrl),
    close: async () => {
      stopPublishing();
      stopAccess();
      stopReviews();
      stopMails();
      await publisher.close();
      await liveChanges.close();
      server.closeAllConnections();
      await closeServer(server);
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
      redis.disconnect();
      open -= 1;
      if (open === 0) {
        // A test may have ended the connection itself.
        await emptyTestDatabase().catch((error: Error) => {
          if (error.name !== 'MongoNotConnectedError') throw error;
        });
        await disconnectDatabase();
      }
      await rm(builds, { recursive: true });
    },
  };
}
