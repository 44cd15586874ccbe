import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@partnerdesk/contracts';
import { googleAccepts } from './captcha';

let server: Server;
let asked: string[];
/** As Google answers, and as somebody who has taken its address over might. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [path = ''] = (request.url ?? '').split('?');
    const answers: Record<string, () => void> = {
      '/yes': () => response.end('{"success":true}'),
      '/no': () => response.end('{"success":false}'),
      '/text': () => response.end('{"success":"true"}'),
      '/broken': () => response.end('<html>'),
      '/error': () => response.writeHead(500).end('{"success":true}'),
      '/moved': () => response.writeHead(307, { location: '/yes' }).end(),
      '/found': () => response.writeHead(302, { location: '/yes' }).end(),
    };
    answers[path]?.();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
});

const ask = (path: string) => {
  const verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return googleAccepts('token', { secret: 'the secret', address: '203.0.113.7', verifyUrl });
};

test.each([
  ['/yes', true],
  ['/no', false],
  ['/text', false],
])('the answer %s is %s', async (path, accepted) => {
  expect(await ask(path)).toBe(accepted);
});

test.each(['/moved', '/found', '/error', '/broken'])(
  '%s is no answer, and is followed nowhere',
  async (path) => {
    const error = await ask(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(asked).toEqual([path]);
  },
);
