import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  importPeople,
  postbackLog,
  SYSTEM_ACTOR,
  savePostback,
  storeTestCall,
} from '@partnerdesk/domain';
import { createLogger, DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';
import { createPostbackCaller } from '../postbacks/call-address';
import { type RunningQueues, runQueues } from '../run-queues';
import { enqueuePostbacks } from './make-jobs';

const RECEIVER = path.join(__dirname, '../../../docs/examples/receive-postback.mjs');
const by = { actor: SYSTEM_ACTOR };
let running: RunningQueues;
let receiver: ChildProcess;

beforeAll(async () => {
  const fieldKeys = [{ id: 'test', key: Buffer.alloc(32, 1) }];
  configureDomain({
    fieldKeys,
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
    localPostbacks: true,
  });
  await connectDatabase(testDatabaseUrl('workerpostbacks'));
  const { url: redisUrl, prefix } = await testRedis();
  const logger = createLogger('worker', { destination: { write: () => undefined } });
  const makeCall = createPostbackCaller({ allowLocal: true });
  running = await runQueues({ redisUrl, prefix, logger, makeCall });
});
afterAll(async () => {
  receiver?.kill();
  await running.close();
  await disconnectDatabase();
});

/** The example of a receiver. @returns its origin, and what it has printed so far */
async function startReceiver(secret: string) {
  receiver = spawn(process.execPath, [RECEIVER], {
    env: { ...process.env, POSTBACK_SECRET: secret, PORT: '0' },
  });
  let printed = '';
  receiver.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  await waitFor(() => /port \d+\n/.test(printed), { what: 'the receiver to listen' });
  return { origin: `http://127.0.0.1:${/port (\d+)/.exec(printed)?.[1]}`, printed: () => printed };
}

test('a call that the sweep finds goes through queue and worker to a receiver, which proves and takes it', async () => {
  await importPeople({
    affiliates: [{ affID: 1, trackID: 'T1', emailAddress: 'a@example.com', commission: 20 }],
  });
  const input = { address: 'http://127.0.0.1:1/', events: ['sale' as const], active: true };
  const { secret = '' } = await savePostback(1, input, by);
  const { origin, printed } = await startReceiver(secret);
  await savePostback(1, { ...input, address: `${origin}/p?id={id}&event={event}` }, by);
  const { id } = await storeTestCall(1);
  expect(await enqueuePostbacks(running.queues.postbacks)).toBe(1);
  await waitFor(() => printed().includes(JSON.stringify({ id, event: 'test' })), {
    what: 'the call to arrive',
  });
  await waitFor(async () => (await postbackLog(1))[0]?.state === 'delivered', {
    what: 'its answer to be noted',
  });
  expect(await postbackLog(1)).toMatchObject([{ id, status: 204, attempts: 1, reason: '' }]);
  const forged = createPostbackCaller({ allowLocal: true });
  expect(await forged(`${origin}/p?id=2`, 'another secret')).toEqual({
    status: 401,
    reason: 'The answer was 401',
  });
});
