import { createHash } from 'node:crypto';
import type { SignInKind } from '@partnerdesk/contracts';
import { accessKeys } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';
import type { Ctx } from '../context';

const HOUR_MS = 3_600_000;
/** Without a request for so long a session ends that is not remembered. */
export const IDLE_MS = 12 * HOUR_MS;
/** However much it is used, a session ends after this (docs/RULES.md, Who may enter "Sessions"). */
export const LIFETIME_MS = 30 * 24 * HOUR_MS;

/** So many sessions a person may have: the one unused for the longest ends for another. */
export const MAX_SESSIONS = 100;

/** What a session holds: whom it is for, and what its list shows; nothing of the person that could grow old. */
export interface SessionData {
  kind: SignInKind | 'administrator';
  id: number;
  sessionVersion: number;
  /** When the person signed in, last proved themselves, and was last seen (ms). */
  startedAt: number;
  confirmedAt: number;
  /** The set of second factors that it was proved for (Principal.factorsID). */
  confirmedFor?: string;
  seenAt: number;
  /** Browser and system, as the browser names them. */
  device: string;
  /** The first part of the network address. */
  place: string;
  /** Somebody of the office signed in with a password that would be refused today. */
  passwordWeak?: boolean;
}

type Owner = Pick<SessionData, 'kind' | 'id'>;

/** A session of a list: the id is the hash under which it is stored, and opens nothing. */
interface ListedSession extends SessionData {
  hash: string;
}

/** What distinguishes a session without giving it away. */
export const sessionHash = (id: string) => createHash('sha256').update(id).digest('base64url');

/** Which sessions a request has read, so that its end can't bring back one that was ended meanwhile. */
const readByRequest = new WeakMap<object, Set<string>>();

/** How often the record of a request's person had changed when its session was read. */
const changesByRequest = new WeakMap<object, string>();

/** A session, and the number of changes of its person's record: in one step, as each request asks for both. */
const READ = `
local text = redis.call('GET', KEYS[1])
if not text then return {} end
local session = cjson.decode(text)
local person = ARGV[1] .. session.kind .. ':' .. string.format('%.0f', session.id)
return {text, redis.call('GET', person) or ''}`;

/** The number of changes of its person's record at which a request's session was read; empty: none for an hour. */
export const changesAtRead = ({ req }: Ctx): string => changesByRequest.get(req) ?? '';

/**
 * koa-session's store in Redis, and a set of each person's sessions, by hashes: who reads Redis takes over none. What a
 * request has read it only overwrites: a slow one would bring back a session that a logout has ended meanwhile.
 */
export class SessionStore {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  async get(id: string, _maxAge: unknown, { ctx }: { ctx?: Ctx }): Promise<unknown> {
    const key = this.#keyOf(sessionHash(id));
    const [text, changes = ''] = (await this.redis.eval(READ, 1, key, accessKeys(this.prefix))) as string[];
    if (text === undefined) return undefined;
    if (ctx) {
      readByRequest.set(ctx.req, (readByRequest.get(ctx.req) ?? new Set()).add(id));
      changesByRequest.set(ctx.req, changes);
    }
    return JSON.parse(text);
  }

  async set(
    id: string,
    session: SessionData,
    maxAgeMs: number | string,
    { ctx }: { ctx?: Ctx },
  ): Promise<void> {
    const text = JSON.stringify(session);
    const hash = sessionHash(id);
    const keptMs = typeof maxAgeMs === 'number' ? maxAgeMs : IDLE_MS;
    if (ctx && readByRequest.get(ctx.req)?.has(id)) {
      await this.redis.set(this.#keyOf(hash), text, 'PX', keptMs, 'XX');
      return;
    }
    const ownedKey = this.#ownedKey(session);
    await this.redis
      .multi()
      .set(this.#keyOf(hash), text, 'PX', keptMs)
      .sadd(ownedKey, hash)
      .pexpire(ownedKey, LIFETIME_MS)
      .exec();
    if ((await this.redis.scard(ownedKey)) > MAX_SESSIONS) await this.#endOldest(session, hash);
  }

  /** The set forgets sessions that ran out only when it is looked through: here it is, so that it stays small. */
  async #endOldest(owner: Owner, newest: string): Promise<void> {
    const others = (await this.list(owner)).filter(({ hash }) => hash !== newest);
    for (const { hash } of others.slice(MAX_SESSIONS - 1)) await this.end(owner, hash);
  }

  async destroy(id: string): Promise<void> {
    await this.redis.del(this.#keyOf(sessionHash(id)));
  }

  /** Whether a session of this hash is open. */
  async isOpen(hash: string): Promise<boolean> {
    return (await this.redis.exists(this.#keyOf(hash))) === 1;
  }

  /** A person's sessions, the last seen first. */
  async list(owner: Owner): Promise<ListedSession[]> {
    const hashes = await this.redis.smembers(this.#ownedKey(owner));
    if (hashes.length === 0) return [];
    const texts = await this.redis.mget(hashes.map((hash) => this.#keyOf(hash)));
    const gone = hashes.filter((_, index) => !texts[index]);
    if (gone.length > 0) await this.redis.srem(this.#ownedKey(owner), ...gone);
    const found = hashes.flatMap((hash, index) => {
      const text = texts[index];
      return text ? [{ ...(JSON.parse(text) as SessionData), hash }] : [];
    });
    return found.sort((a, b) => b.seenAt - a.seenAt);
  }

  /** Ends one of a person's own sessions; another's is not touched. */
  async end(owner: Owner, hash: string): Promise<void> {
    if (await this.redis.srem(this.#ownedKey(owner), hash)) await this.redis.del(this.#keyOf(hash));
  }

  #keyOf(hash: string): string {
    return `${this.prefix}:session:${hash}`;
  }

  #ownedKey({ kind, id }: Owner): string {
    return `${this.prefix}:sessions-of:${kind}:${id}`;
  }
}
