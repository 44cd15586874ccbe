import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Ctx } from '../context';

/** Which sessions a request has read, so that its end can't bring back one that was ended meanwhile. */
const readByRequest = new WeakMap<object, Set<string>>();

/**
 * koa-session's store in Redis. Keys are hashes of the session ids: who reads Redis can't take over a session.
 * A session that a request has read is only ever overwritten, never created again: otherwise a slow request would
 * bring a session back that a logout has ended while it ran.
 */
export function createSessionStore(redis: Redis, prefix: string) {
  const keyOf = (id: string) => `${prefix}:session:${createHash('sha256').update(id).digest('base64url')}`;
  return {
    async get(id: string, _maxAge: unknown, { ctx }: { ctx?: Ctx }): Promise<unknown> {
      const text = await redis.get(keyOf(id));
      if (text === null) return undefined;
      if (ctx) readByRequest.set(ctx.req, (readByRequest.get(ctx.req) ?? new Set()).add(id));
      return JSON.parse(text);
    },
    async set(id: string, session: unknown, maxAgeMs: number, { ctx }: { ctx?: Ctx }): Promise<void> {
      const text = JSON.stringify(session);
      if (ctx && readByRequest.get(ctx.req)?.has(id)) await redis.set(keyOf(id), text, 'PX', maxAgeMs, 'XX');
      else await redis.set(keyOf(id), text, 'PX', maxAgeMs);
    },
    async destroy(id: string): Promise<void> {
      await redis.del(keyOf(id));
    },
  };
}
