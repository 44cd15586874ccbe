import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { configureDomain } from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS, isPublicAddress } from '@partnerdesk/node';
import { waitFor } from '@partnerdesk/testing/services';
import { createPostbackCaller } from './call-address';

const SECRET = 'f'.repeat(64);
let server: Server;
let origin: string;
let answer: RequestListener;
const received: IncomingMessage[] = [];

beforeAll(async () => {
  configureDomain({
    fieldKeys: [],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
    localPostbacks: true,
  });
  server = createServer((request, response) => {
    received.push(request);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.length = 0;
  answer = (_, response) => void response.end('ok');
});

const local = createPostbackCaller({ allowLocal: true, callMs: 500 });
const OPEN = { status: 200, reason: '' };

test('a call is a GET that the receiver can prove to be ours', async () => {
  expect(await local(`${origin}/p?id=7&payout=2.50`, SECRET)).toEqual(OPEN);
  const [{ method, url, headers } = {} as IncomingMessage] = received;
  const digest = createHash('sha256').update('').digest('hex');
  const signed = `${headers['x-timestamp']}.${method} ${url}\n${digest}`;
  expect(headers['x-signature']).toBe(createHmac('sha256', SECRET).update(signed).digest('hex'));
  expect({ method, url, digest: headers['x-content-sha256'] }).toEqual({
    method: 'GET',
    url: '/p?id=7&payout=2.50',
    digest,
  });
});

test('redirects are followed three times, to addresses that may be called', async () => {
  answer = ({ url = '' }, response) => {
    const left = Number(url.slice(1));
    response.writeHead(left > 0 ? 302 : 200, left > 0 ? { location: `/${left - 1}` } : {}).end();
  };
  expect(await local(`${origin}/3`, SECRET)).toEqual(OPEN);
  expect(await local(`${origin}/4`, SECRET)).toEqual({ status: 302, reason: 'More than 3 redirects' });
  answer = (_, response) => void response.writeHead(302, { location: 'http://me:x@example.com/' }).end();
  expect(await local(origin, SECRET)).toEqual({
    status: null,
    reason: 'It redirects elsewhere. The address must not have a user name or password',
  });
  answer = (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  expect((await local(origin, SECRET)).reason).toBe(
    'It redirects elsewhere. The address must start with https://',
  );
});

test.each<[string, RequestListener, { status: number | null; reason: string }]>([
  [
    'an error',
    (_, response) => void response.writeHead(503).end(),
    { status: 503, reason: 'The answer was 503' },
  ],
  [
    'another protocol',
    ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      ),
    { status: 101, reason: 'The answer was 101' },
  ],
  ['10 MB', (_, response) => void response.end(Buffer.alloc(10_000_000)), OPEN],
  ['a body without an end', (_, response) => void response.writeHead(200).write('x'), OPEN],
  ['silence', () => undefined, { status: null, reason: 'No answer within 0.5 seconds' }],
  [
    'a cut line',
    ({ socket }) => void socket.destroy(),
    { status: null, reason: 'The connection failed (ECONNRESET)' },
  ],
  [
    'what is not HTTP',
    ({ socket }) => void socket.end('nonsense\r\n\r\n'),
    { status: null, reason: 'The answer is not HTTP' },
  ],
  [
    'headers without an end',
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    },
    { status: null, reason: 'No answer within 0.5 seconds' },
  ],
  [
    'headers of 1 MB',
    ({ socket }) => {
      socket.on('error', () => undefined);
      socket.write(`HTTP/1.1 200 OK\r\nx-more: ${'x'.repeat(1_000_000)}\r\n\r\n`);
    },
    { status: null, reason: 'The answer is not HTTP' },
  ],
])('a receiver that answers with %s keeps nobody', async (_, how, outcome) => {
  answer = how;
  expect(await local(origin, SECRET)).toEqual(outcome);
  await waitFor(async () => received.every(({ socket }) => socket.destroyed), { what: 'its end' });
});

test('a body that drips without an end is left as soon as the status is there', async () => {
  const patient = createPostbackCaller({ allowLocal: true, callMs: 60_000 });
  const stillRead = new Promise<string>((done) => {
    answer = (_, response) => {
      let drops = 0;
      const timer = setInterval(() => {
        drops += 1;
        response.write('x');
        if (drops === 100) done('still read');
      }, 5);
      response.on('close', () => clearInterval(timer));
    };
  });
  expect(await Promise.race([patient(origin, SECRET), stillRead])).toEqual(OPEN);
});

describe('private networks', () => {
  const PRIVATE = { status: null, reason: 'The address leads to a private network' };
  const strict = createPostbackCaller({ allowLocal: false });

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    'localhost',
  ])('http://%s is not called', async (host) => {
    expect(await strict(`http://${host}:${new URL(origin).port}/`, SECRET)).toEqual(PRIVATE);
    expect(received).toEqual([]);
  });

  test('nor a name that leads there, among others or since the last look-up', async () => {
    const answers = [['127.0.0.1'], ['198.41.0.4', '10.0.0.1'], ['::1']];
    for (const addresses of answers) {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const caller = createPostbackCaller({ allowLocal: false, resolve });
      expect(await caller(`http://tracker.example:${new URL(origin).port}/`, SECRET)).toEqual(PRIVATE);
    }
    expect(received).toEqual([]);
  });

  test('a name is looked up for every connection, and the connection goes to what was checked', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return [{ address: asked.length === 1 ? '127.0.0.1' : '127.9.9.9', family: 4 }];
    };
    answer = ({ url }, response) =>
      void response.writeHead(url === '/' ? 302 : 200, url === '/' ? { location: '/next' } : {}).end();
    const caller = createPostbackCaller({ allowLocal: true, resolve, callMs: 2000 });
    await caller(`http://tracker.example:${new URL(origin).port}/`, SECRET);
    expect(asked).toEqual(['tracker.example', 'tracker.example']);
  });

  test('addresses of the internet at large are public', () => {
    expect(['198.41.0.4', '2001:503:ba3e::2:30', '::ffff:198.41.0.4'].every(isPublicAddress)).toBe(true);
    expect(
      [
        '',
        'localhost',
        '100.64.0.1',
        '224.0.0.1',
        '255.255.255.255',
        'ff02::1',
        '2002:7f00:1::',
        '::127.0.0.1',
        '::7f00:1',
        '168.63.129.16',
        '::ffff:168.63.129.16',
        '4000::1',
      ].some(isPublicAddress),
    ).toBe(false);
  });
});

test('a name that does not exist, and a port where nobody listens', async () => {
  const nowhere = createPostbackCaller({
    allowLocal: true,
    resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
  });
  expect((await nowhere('http://nowhere.example/', SECRET)).reason).toBe('The host name was not found');
  expect((await local('http://127.0.0.1:1/', SECRET)).reason).toBe('The connection failed (ECONNREFUSED)');
});
