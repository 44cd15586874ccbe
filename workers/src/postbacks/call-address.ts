import { type LookupAddress, lookup } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { type MakeCall, urlProblem } from '@partnerdesk/domain';
import { isPrivateHost, isPublicAddress, PRIVATE_ADDRESS, signCall } from '@partnerdesk/node';

/** The address, or one of those that a name leads to, is of this machine, a private network or reserved. */
class PrivateAddress extends Error {
  constructor() {
    super(PRIVATE_ADDRESS);
  }
}

/** Every address that a host name leads to at this moment. */
type Resolve = (name: string) => Promise<LookupAddress[]>;

const lookupAll = promisify(lookup);
const resolveName: Resolve = (name) => lookupAll(name, { all: true });

/** For a connection: looks a name up, and refuses it if any of its addresses is not allowed. */
function publicOnly(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name)
      .then((found) => {
        if (!found.every(({ address }) => isAllowed(address))) throw new PrivateAddress();
        const [first] = found;
        if (!first) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
        if (all) callback(null, found);
        else callback(null, first.address, first.family);
      })
      .catch((error: Error) => callback(error, '', 0));
  };
}

/** A call with its redirects ends after this (ms). */
const CALL_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const NO_BODY = Buffer.alloc(0);

interface Options {
  /** Private networks, this machine and http: may be called: for tests. */
  allowLocal: boolean;
  callMs?: number;
  /** For tests. */
  resolve?: Resolve;
}

class Refused extends Error {}

/**
 * Calls addresses of affiliates: GET, signed. Each connection, also that of a redirect, goes to an address that was checked
 * for it, so a name that leads elsewhere at a second look-up gains nothing. Of an answer only the status is read.
 */
export function createPostbackCaller({ callMs = CALL_MS, ...options }: Options): MakeCall {
  return async (address, secret) => {
    const signal = AbortSignal.timeout(callMs);
    try {
      let url = new URL(address);
      for (let redirects = 0; ; redirects += 1) {
        const { status, location } = await get(url, secret, { ...options, signal });
        if (!REDIRECTS.has(status) || !location) return { status, reason: reasonOf(status) };
        if (redirects === MAX_REDIRECTS) return { status, reason: `More than ${MAX_REDIRECTS} redirects` };
        url = redirected(location, url);
      }
    } catch (error) {
      return {
        status: null,
        reason: signal.aborted ? `No answer within ${callMs / 1000} seconds` : said(error),
      };
    }
  };
}

const reasonOf = (status: number) => (status >= 200 && status < 300 ? '' : `The answer was ${status}`);

function redirected(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new Refused('It redirects to something that is no address');
  const url = new URL(location, from);
  const problem = urlProblem(url);
  if (problem) throw new Refused(`It redirects elsewhere. ${problem}`);
  return url;
}

/** @throws what keeps the call from being made or answered */
async function get(
  url: URL,
  secret: string,
  { allowLocal, resolve = resolveName, signal }: Options & { signal: AbortSignal },
): Promise<{ status: number; location?: string }> {
  if (!allowLocal && isPrivateHost(url.hostname)) throw new PrivateAddress();
  const call = { method: 'GET', address: url.pathname + url.search, timestamp: String(Date.now()) };
  const options: RequestOptions = {
    // A connection of its own: one that is kept was checked for another call.
    agent: false,
    headers: { 'User-Agent': 'Partnerdesk-Postback', ...signCall(secret, call, NO_BODY) },
    signal,
    lookup: publicOnly(allowLocal ? () => true : isPublicAddress, resolve),
  };
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    const { request } = url.protocol === 'http:' ? http : https;
    // Without its listener an answer 101 ends the connection, and neither is an answer nor an error.
    request(url, options, done).on('upgrade', done).on('error', failed).end();
  });
  // What follows is nobody's business, and its end is not waited for.
  answer.on('error', () => undefined).destroy();
  return {
    status: answer.statusCode ?? 0,
    ...(answer.headers.location && { location: answer.headers.location }),
  };
}

/** What may be shown of a failure. */
function said(error: unknown): string {
  if (error instanceof Refused || error instanceof PrivateAddress) return error.message;
  const { code = '' } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name was not found';
  if (code.startsWith('HPE_')) return 'The answer is not HTTP';
  if (/CERT|SELF_SIGNED|^ERR_TLS/.test(code)) return `The certificate is not valid (${code})`;
  return `The connection failed${code && ` (${code})`}`;
}
