import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import Koa from 'koa';
import session from 'koa-session';
import { MongoClient } from 'mongodb';

/**
 * The least that can answer quick-statistics: Koa, koa-session over the same sessions in Redis, and one range read of the
 * same day totals by the database's driver. No checks, no log, no limits, no headers of its own.
 */
const {
  MONGO_URL = '',
  REDIS_URL = '',
  PORT,
  SESSION_KEYS = '',
  DAYS = '',
  FIRST_DAY,
  LAST_DAY,
} = process.env;
const redis = new Redis(REDIS_URL);
/** @type {import('mongodb').Collection<{ _id: string, payoutCents?: number }>} */
const totals = new MongoClient(MONGO_URL).db().collection(DAYS);

const app = new Koa();
app.keys = SESSION_KEYS.split(',');
const store = {
  get: async (/** @type {string} */ id) => {
    const hash = createHash('sha256').update(id).digest('base64url');
    return JSON.parse((await redis.get(`partnerdesk:session:${hash}`)) ?? 'null');
  },
  set: async () => {},
  destroy: async () => {},
};
app.use(session(/** @type {any} */ ({ key: 'partnerdesk', store, signed: true }), app));
app.use(async (ctx) => {
  const { id } = ctx.session ?? {};
  if (!id) ctx.throw(401);
  const range = { $gte: `affiliate:${id}:${FIRST_DAY}`, $lte: `affiliate:${id}:${LAST_DAY}` };
  const days = await totals.find({ _id: range }).toArray();
  const cents = days.reduce((sum, { payoutCents = 0 }) => sum + payoutCents, 0);
  ctx.body = { affID: id, month: cents / 100 };
});
app.listen(Number(PORT), '127.0.0.1');
