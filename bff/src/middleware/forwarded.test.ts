import { readAddressList } from '@partnerdesk/node';
import Koa from 'koa';
import type { KoaStep, State } from '../context';
import { closeServer, listen } from '../listen';
import { trustProxies } from './forwarded';

/** What the app takes a request for that comes from 127.0.0.1 with these headers. */
async function seenAs(proxies: string | undefined, headers: Record<string, string>) {
  const app = new Koa<State>({ proxy: proxies !== undefined, maxIpsCount: 1 });
  app.use(trustProxies(proxies === undefined ? undefined : readAddressList(proxies)) as KoaStep);
  app.use((ctx) => {
    ctx.body = { ip: ctx.ip, protocol: ctx.protocol, id: ctx.get('x-request-id') };
  });
  const server = await listen(app.callback(), { host: '127.0.0.1', port: 0 });
  const { port } = server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
  const seen = await answer.json();
  server.closeAllConnections();
  await closeServer(server);
  return seen;
}

const CLAIMS = {
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
  'x-request-id': 'made-up-by-it',
};

test.each([undefined, '10.0.0.0/8'])('with %s as proxies, others’ claims are dropped', async (proxies) => {
  expect(await seenAs(proxies, CLAIMS)).toEqual({ ip: '127.0.0.1', protocol: 'http', id: '' });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['198.51.100.9, 192.0.2.1', '192.0.2.1'],
  ['198.51.100.9, 192.0.2.1, 10.1.2.3, 127.0.0.1', '192.0.2.1'],
  ['10.1.2.3', '10.1.2.3'],
])('of the chain %s the visitor is %s', async (chain, ip) => {
  const seen = await seenAs('127.0.0.1,10.0.0.0/8', { ...CLAIMS, 'x-forwarded-for': chain });
  expect(seen).toEqual({ ip, protocol: 'https', id: 'made-up-by-it' });
});
