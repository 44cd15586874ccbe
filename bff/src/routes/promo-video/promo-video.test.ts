import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DOWNLOAD = '/api/download-promo-video?filename=promo.mp4';
const VIDEO = '/api/assets/videos/promo.mp4';

test('an affiliate downloads a small mp4', async () => {
  const { client } = await signedInAffiliate(app);
  const answer = await client.get(DOWNLOAD);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="promo.mp4"');
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(100_000);
  expect(answer.text.slice(4, 8)).toBe('ftyp');
});

test('401, wrong role, another file', async () => {
  const { client: office } = await signedInAdministrator(app);
  const { client } = await signedInAffiliate(app);
  expect((await app.client().get(DOWNLOAD)).status).toBe(401);
  expect((await office.get(DOWNLOAD)).status).toBe(403);
  for (const filename of ['', 'other.mp4', '../server.js', '..%2fpackage.json']) {
    const answer = await client.get(`/api/download-promo-video?filename=${filename}`);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ['filename']]);
  }
});

test('the video plays on other sites, in parts as players ask for them', async () => {
  const whole = await app.client().get(VIDEO);
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(whole.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const size = Number(whole.headers.get('content-length'));
  const part = async (range: string) => {
    const { status, headers } = await app.client().get(VIDEO, { range });
    return [status, headers.get('content-range'), headers.get('content-length')];
  };
  expect(await part('bytes=0-1')).toEqual([206, `bytes 0-1/${size}`, '2']);
  expect(await part('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, `${size - 100}`]);
  expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, '5']);
  expect(await part(`bytes=10-${size * 2}`)).toEqual([206, `bytes 10-${size - 1}/${size}`, `${size - 10}`]);
  expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  expect((await part('bytes=5-1')).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  expect((await part('bytes=0-1,5-6'))[0]).toBe(200);
  expect((await part('pages=1-2'))[0]).toBe(200);
});
