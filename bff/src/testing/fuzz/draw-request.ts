import { signCall } from '@partnerdesk/node';
import fc from 'fast-check';
import type { Delivery, FuzzRequest } from './deliver';
import { type Draw, drawValid, type Pool } from './draw-value';
import type { Endpoint } from './endpoints';
import { hostileBody, withOneFault } from './hostile';

/** How right a request is to be. */
type Intent = 'valid' | 'nearly' | 'hostile';

interface Caller {
  cookie: string;
  origin: string;
  /** Of the service's signed calls. */
  secret: string;
  /** Of an affiliate. */
  apiKey: string;
}

/** Draws a request to an endpoint. */
export function drawRequest(draw: Draw, endpoint: Endpoint, pool: Pool, caller: Caller): FuzzRequest {
  const intent = draw(fc.constantFrom, 'valid', 'valid', 'nearly', 'nearly', 'hostile') as Intent;
  const target = drawPath(draw, endpoint, pool, intent) + drawQuery(draw, endpoint, pool, intent);
  const isRead = endpoint.method === 'GET';
  const method = isRead && draw(fc.nat, 9) === 0 ? 'HEAD' : endpoint.method;
  const body = isRead ? undefined : drawBody(draw, endpoint, pool, intent);
  const headers = drawHeaders(draw, caller, intent, body !== undefined);
  const delivery = body
    ? (draw(fc.constantFrom, 'whole', 'whole', 'whole', 'whole', 'chunked', 'chunked', 'cut-off') as Delivery)
    : 'whole';
  if (endpoint.who === 'api-key' && draw(fc.nat, 9) > 0) headers.authorization = `Bearer ${caller.apiKey}`;
  if (endpoint.who === 'service' && draw(fc.nat, 9) > 0)
    Object.assign(
      headers,
      signCall(
        caller.secret,
        { method, address: target, timestamp: String(Date.now()) },
        body ?? Buffer.of(),
      ),
    );
  return { method, target, headers, ...(body && { body }), delivery };
}

/** The part of a path that says what it is about: pay-files. */
export const resourceOf = (path: string): string => path.split('/')[2] ?? '';

/** What the field of a path's id may be called in answers: id, or payFileID of pay-files. */
const idNames = (resource: string) => [
  'id',
  `${resource.replace(/s$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}ID`,
];

function drawPath(draw: Draw, { path }: Endpoint, pool: Pool, intent: Intent): string {
  const resource = resourceOf(path);
  return path.replace(/[:*](\w+)/g, (_, name: string) => {
    const own = (name === 'id' ? idNames(resource) : [name]).flatMap(
      (each) => pool.named[`${resource}:${each}`] ?? [],
    );
    const known = own.length > 0 && draw(fc.nat, 9) > 0 ? own : (pool.named[`:${name}`] ?? pool.ids);
    if (intent === 'valid' || draw(fc.nat, 3) > 0)
      return encodeURIComponent(String(draw(fc.constantFrom, ...known)));
    const raw = [
      '%',
      '%00',
      '%E0%A4%A',
      '..%2f..%2f',
      '%2e%2e',
      '1%2F2',
      '%F0%9F%A6%84',
      '1;2',
      'a'.repeat(3000),
    ];
    return draw(fc.constantFrom, ...raw);
  });
}

function drawQuery(draw: Draw, { query }: Endpoint, pool: Pool, intent: Intent): string {
  const valid = query ? drawValid(draw, query, pool) : {};
  const drawn = intent === 'valid' ? valid : withOneFault(draw, valid);
  const fields = typeof drawn === 'object' && drawn !== null ? Object.entries(drawn) : [];
  const pairs = fields.flatMap(([name, value]) =>
    [value].flat(3).map((each) => `${encode(name)}=${encode(textOf(each))}`),
  );
  if (intent === 'hostile')
    pairs.push(draw(fc.constantFrom, 'a[b]=c', 'a=%', '=&=', '%00=%FF', 'x'.repeat(6000), '__proto__[a]=1'));
  return pairs.length ? `?${pairs.join('&').slice(0, 9000)}` : '';
}

/** A half of a letter can't be encoded. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function drawBody(draw: Draw, { name, body: taken }: Endpoint, pool: Pool, intent: Intent): Buffer {
  const files = pool.files[name];
  if (files && intent !== 'hostile') return draw(fc.constantFrom, ...files);
  if (intent === 'hostile' && draw(fc.boolean)) return hostileBody(draw);
  const valid = taken ? drawValid(draw, taken, pool) : {};
  const drawn = intent === 'valid' ? valid : withOneFault(draw, valid);
  return Buffer.from(typeof drawn === 'string' ? drawn : (JSON.stringify(drawn) ?? ''));
}

/** Of headers that HTTP itself does not read. */
const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-ndjson' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': ';' },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=x, gzip;q=-1, *' },
  { accept: '\u00ff'.repeat(500) },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': '::ffff:1.2.3.4, %00, x' },
  { 'x-request-id': "a' OR 1=1" },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'never' },
  { range: 'bytes=-0,5-2,9999999999999999999-' },
  { prefer: 'respond-async, respond-async; a="' },
  { 'user-agent': 'Mozilla/5.0 ('.padEnd(4000, '(') },
  { cookie: `partnerdesk=${'x'.repeat(2000)}; partnerdesk.sig=%; =; a` },
  { host: 'evil.example:99999' },
  { expect: '100-continue' },
  { 'x-signature': 'zz', 'x-timestamp': '99999999999999999' },
];

function drawHeaders(draw: Draw, { cookie, origin }: Caller, intent: Intent, writes: boolean) {
  const headers: Record<string, string> = {
    origin,
    ...(cookie && { cookie }),
    ...(writes && { 'content-type': 'application/json' }),
  };
  if (draw(fc.nat, 9) === 0) headers.prefer = 'respond-async';
  return intent === 'hostile' ? { ...headers, ...draw(fc.constantFrom, ...HOSTILE_HEADERS) } : headers;
}
