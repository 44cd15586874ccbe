import { createHash, randomBytes } from 'node:crypto';
import fs, { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { AwsV4Signer } from 'aws4fetch';
import { configureDomain } from '../config';
import { LocalStorage, openStorage, S3Storage, type Storage } from './storage';

const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

/** Speaks as much of S3's HTTP interface as the storage uses, and checks every signature by what it received. */
class FakeS3 {
  readonly objects = new Map<string, { bytes: Buffer; contentType: string }>();
  /** Answered instead, one a request. */
  readonly troubles: number[] = [];
  /** Paths of the requests. */
  readonly asked: string[] = [];
  server!: Server;

  async start(): Promise<string> {
    this.server = createServer(async (request, response) => {
      this.asked.push(request.url ?? '');
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { status, body } = await this.answer(request, Buffer.concat(chunks));
      response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end(body);
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async answer(request: IncomingMessage, bytes: Buffer): Promise<{ status: number; body?: Buffer | string }> {
    const trouble = this.troubles.shift();
    if (trouble) return { status: trouble, body: '<Error/>' };
    if (!(await this.isSigned(request, bytes)))
      return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
    const path = request.url ?? '';
    if (request.method === 'PUT') {
      this.objects.set(path, { bytes, contentType: String(request.headers['content-type']) });
      return { status: 200 };
    }
    if (request.method === 'DELETE') return { status: this.objects.delete(path) ? 204 : 204 };
    const object = this.objects.get(path);
    return object ? { status: 200, body: object.bytes } : { status: 404, body: '<Error/>' };
  }

  async isSigned(request: IncomingMessage, bytes: Buffer): Promise<boolean> {
    const given = request.headers.authorization ?? '';
    const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
    const signer = new AwsV4Signer({
      ...CREDENTIALS,
      service: 's3',
      method: request.method ?? '',
      url: `http://${request.headers.host}${request.url}`,
      headers: names.map((name): [string, string] => [name, String(request.headers[name])]),
      datetime: String(request.headers['x-amz-date']),
    });
    const bodyHash = createHash('sha256').update(bytes).digest('hex');
    const isWhole =
      request.headers['x-amz-content-sha256'] === bodyHash && names.includes('x-amz-content-sha256');
    return isWhole && given === (await signer.authHeader());
  }
}

configureDomain({
  fieldKeys: [{ id: 'k1', key: randomBytes(32) }],
  proofKeys: DEVELOPMENT_PROOF_KEYS,
  timeZone: 'America/New_York',
});

const fake = new FakeS3();
let endpoint: string;
let folder: string;
beforeAll(async () => {
  endpoint = await fake.start();
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterAll(async () => {
  fake.server.close();
  fake.server.closeAllConnections();
  await rm(folder, { recursive: true });
});

const s3 = () => ({ ...CREDENTIALS, endpoint, bucket: 'pictures' });
const KEY = 'images/operators/0123456789abcdef.jpg';

describe.each<[string, () => Storage]>([
  ['a folder', () => openStorage({ dataDir: folder })],
  ['a bucket', () => openStorage({ dataDir: folder, s3: s3() })],
])('%s', (_, open) => {
  test('gives back what was put, until it is removed', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 0]);
    await open().put(KEY, bytes);
    await open().put(KEY, bytes);
    expect(await open().get(KEY)).toEqual(bytes);
    await open().remove(KEY);
    expect(await open().get(KEY)).toBeNull();
    await open().remove(KEY);
  });

  test('what is not there is null', async () => {
    expect(await open().get('images/members/00.jpg')).toBeNull();
  });

  test.each([
    '../secret.txt',
    'images/../../etc/passwd',
    '/etc/passwd',
    'images//a.jpg',
    'images/operators/..',
    'images/operators/.env',
    'images/a b.jpg',
    'images\\a.jpg',
    'images/a.jpg\0.png',
    'images/%2e%2e/a.jpg',
    '',
  ])('refuses the key %j', async (key) => {
    await expect(open().get(key)).rejects.toThrow('not a storage key');
    await expect(open().put(key, Buffer.from('x'))).rejects.toThrow('not a storage key');
    await expect(open().remove(key)).rejects.toThrow('not a storage key');
  });
});

test('files are for this user only, and no half-written ones are left', async () => {
  const storage = new LocalStorage(join(folder, 'own'));
  await Promise.all(Array.from({ length: 5 }, () => storage.put(KEY, Buffer.from('same'))));
  expect(await readdir(join(folder, 'own/images/operators'))).toEqual(['0123456789abcdef.jpg']);
  expect((await stat(join(folder, 'own', KEY))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700);
});

test('what a write left that was cut off is removed once it is old', async () => {
  const root = join(folder, 'tidied');
  const storage = new LocalStorage(root);
  await storage.put(KEY, Buffer.from('whole'));
  const half = join(root, '.parts', 'half');
  await writeFile(half, 'ha');
  await utimes(half, new Date(), new Date());
  await storage.tidy(new Date(Date.now() - 60_000));
  expect(await readdir(join(root, '.parts'))).toEqual(['half']);
  await storage.tidy(new Date(Date.now() + 60_000));
  expect(await readdir(join(root, '.parts'))).toEqual([]);
  expect(String(await storage.get(KEY))).toBe('whole');
  await new LocalStorage(join(folder, 'none')).tidy(new Date());
});

test('a bucket is sent the type, and asked again after a passing trouble', async () => {
  fake.troubles.push(503, 500);
  await new S3Storage(s3()).put(KEY, Buffer.from('x'));
  expect(fake.objects.get(`/pictures/${KEY}`)).toEqual({
    bytes: Buffer.from('x'),
    contentType: 'application/octet-stream',
  });
});

test('a trouble that stays, or a wrong secret, is an error, not a missing file', async () => {
  fake.troubles.push(503, 503, 503);
  await expect(new S3Storage(s3()).get(KEY)).rejects.toThrow('storage answered 503');
  const before = fake.asked.length;
  await expect(new S3Storage({ ...s3(), secretAccessKey: 'wrong' }).get(KEY)).rejects.toThrow(
    'storage answered 403',
  );
  expect(fake.asked.length - before).toBe(1);
});

test('a bucket that leads elsewhere is not followed', async () => {
  fake.troubles.push(307, 307, 307);
  await expect(new S3Storage(s3()).get(KEY)).rejects.toThrow();
  expect(fake.asked).not.toContain('/elsewhere');
  fake.troubles.length = 0;
});

test('in a folder the name of what is put is on disk as well as its bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const opened = jest.spyOn(fs, 'open');
  await new LocalStorage(folder).put('images/members/a.jpg', Buffer.from('a picture'));
  const paths = opened.mock.calls.map(([path]) => path);
  opened.mockRestore();
  await rm(folder, { recursive: true });
  expect(paths).toEqual([join(folder, 'images', 'members')]);
});
