import { once } from 'node:events';
import net from 'node:net';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { encodeDoc } from '../bson/write';
import { embeddedOnly, openTestDatabase, type TestDatabase } from '../test-database';

// Other suites share the processors.

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

async function connect(): Promise<net.Socket> {
  const socket = net.connect(test.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

function header(length: number, opCode = 2013): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(length, 0);
  head.writeInt32LE(99, 4);
  head.writeInt32LE(opCode, 12);
  return head;
}

function message(body: Buffer, flags = 0): Buffer {
  const flagBits = Buffer.alloc(4);
  flagBits.writeUInt32LE(flags);
  return Buffer.concat([header(16 + 4 + body.length), flagBits, body]);
}

const ping = message(Buffer.concat([Buffer.from([0]), encodeDoc({ ping: 1, $db: 'x' })]));

/** What the server does with these bytes: it closes the connection, or answers. */
async function reaction(bytes: Buffer): Promise<'closed' | Buffer> {
  const socket = await connect();
  const result = new Promise<'closed' | Buffer>((resolve) => {
    socket.once('close', () => resolve('closed'));
    socket.once('data', resolve);
  });
  socket.write(bytes);
  const outcome = await result;
  socket.destroy();
  return outcome;
}

const alive = async () => expect(await test.db.command({ ping: 1 })).toMatchObject({ ok: 1 });

embeddedOnly('bad input', () => {
  afterEach(alive);

  it.each<[string, Buffer]>([
    ['a negative length', header(-1)],
    ['a length of nothing', header(0)],
    ['a length beyond the limit', header(48_000_001)],
    ['an unknown opcode', header(100, 2005)],
    ['a message without a body', message(Buffer.alloc(5))],
    ['an unknown section', message(Buffer.from([9, 0, 0, 0, 0]))],
    [
      'a flag that has to be understood',
      message(Buffer.concat([Buffer.from([0]), encodeDoc({ ping: 1, $db: 'x' })]), 4),
    ],
    ['a checksum', message(Buffer.concat([Buffer.from([0]), encodeDoc({ ping: 1, $db: 'x' })]), 1)],
    ['a section that is longer than the message', message(Buffer.from([1, 255, 255, 255, 0, 65, 0]))],
    ['OP_QUERY that is cut off', Buffer.concat([header(24, 2004), Buffer.from('abcdefgh')])],
  ])('%s ends the connection or gives an error', async (_, bytes) => {
    const outcome = await reaction(bytes);
    if (outcome !== 'closed') expect(outcome.includes('errmsg')).toBe(true);
  });

  it('answers unsound documents with an error and goes on', async () => {
    const sound = encodeDoc({ ping: 1, $db: 'x', text: 'abc', nested: { list: [1, 'x'] } });
    for (let at = 0; at < sound.length; at++) {
      const broken = Buffer.from(sound);
      broken[at] = 0xff;
      const outcome = await reaction(message(Buffer.concat([Buffer.from([0]), broken])));
      expect(outcome === 'closed' || outcome.length > 16).toBe(true);
    }
  });

  it('takes a session of any length, and writes on', async () => {
    for (const lsid of [{ id: 'x'.repeat(5000) }, { id: 1 }]) {
      const insert = { insert: 'sessions', documents: [{}], lsid, txnNumber: 1n, $db: 'x' };
      const outcome = await reaction(message(Buffer.concat([Buffer.from([0]), encodeDoc(insert)])));
      expect(outcome.includes('errmsg')).toBe(false);
    }
  });

  it('refuses what nests too deeply, and types nobody should send', async () => {
    let deep = encodeDoc({ a: 1 });
    for (let i = 0; i < 300; i++) deep = encodeDoc({ a: deep });
    const outcome = await reaction(
      message(Buffer.concat([Buffer.from([0]), encodeDoc({ insert: 'x', documents: [deep], $db: 'x' })])),
    );
    expect(outcome.includes('nested')).toBe(true);
    const code = Buffer.concat([Buffer.from([0]), encodeDoc({ ping: 1, $db: 'x', f: 'x' })]);
    code[code.indexOf('f\0') - 1] = 0x0d;
    expect((await reaction(message(code))).includes('not supported')).toBe(true);
  });

  it('lives through any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.boolean(),
        async (bytes, framed) => {
          const socket = await connect();
          const closed = once(socket, 'close');
          socket.end(framed ? message(Buffer.from(bytes)) : Buffer.from(bytes));
          socket.resume();
          await closed;
        },
      ),
      propertyRuns(200),
    );
  });

  it('lives through 48 MB of noise', async () => {
    const socket = await connect();
    const noise = Buffer.alloc(48_000_000, 0xa5);
    header(noise.length).copy(noise);
    const ended = new Promise<unknown>((resolve) => {
      socket.once('close', resolve);
      socket.once('data', resolve);
    });
    socket.write(noise);
    await ended;
    socket.destroy();
  });

  it('waits for the other half of a header, and leaves when the client does', async () => {
    const half = await connect();
    half.write(ping.subarray(0, 7));
    await alive();
    const answer = once(half, 'data');
    half.write(ping.subarray(7));
    await answer;
    half.write(ping.subarray(0, 40));
    half.destroy();
  });

  it('answers several messages that come in one piece, in order', async () => {
    const socket = await connect();
    const second = Buffer.from(ping);
    second.writeInt32LE(100, 4);
    let received = Buffer.alloc(0);
    const done = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        const length = received.length >= 16 ? received.readInt32LE(0) : 0;
        if (length && received.length === 2 * length) resolve();
      });
    });
    socket.write(Buffer.concat([ping, second]));
    await done;
    expect(received.readInt32LE(8)).toBe(99);
    expect(received.readInt32LE(received.readInt32LE(0) + 8)).toBe(100);
    socket.destroy();
  });

  it('answers nothing where no answer is wanted, errors included', async () => {
    const socket = await connect();
    const first = once(socket, 'data');
    const unknown = message(Buffer.concat([Buffer.from([0]), encodeDoc({ nonsense: 1, $db: 'x' })]), 2);
    socket.write(Buffer.concat([unknown, ping]));
    expect(String((await first)[0])).not.toContain('nonsense');
    socket.destroy();
  });

  it('serves others beside 1,000 idle connections', async () => {
    const sockets = await Promise.all(Array.from({ length: 1000 }, connect));
    for (const socket of sockets.slice(0, 500)) socket.write(ping.subarray(0, 10));
    await test.db.collection('busy').insertMany(Array.from({ length: 1000 }, (_, i) => ({ i })));
    expect(await test.db.collection('busy').countDocuments()).toBe(1000);
    for (const socket of sockets) socket.destroy();
  });
});
