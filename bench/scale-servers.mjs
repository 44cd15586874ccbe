import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import Koa from 'koa';
import session from 'koa-session';
import { MongoClient } from 'mongodb';
import { passOn } from '../scripts/lib/dev-proxy.mjs';

/**
 * What bench:scale puts beside the web servers and before them, each a process of its own: `bare`, or `proxy PORT…`.
 * Prints its address.
 */
const [kind, ...ports] = process.argv.slice(2);
const server = createServer(kind === 'proxy' ? proxy() : bareHandler());
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

/** A small proxy before web servers, which takes each in turn. */
function proxy() {
  let turn = 0;
  return (incoming, outgoing) => passOn(incoming, outgoing, Number(ports[turn++ % ports.length]));
}

/**
 * The least that can answer quick-statistics: Koa, koa-session over the same sessions in Redis, and one range read of the
 * same day totals by the database's driver. No checks, no log, no limits, no headers of its own.
 */
function bareHandler() {
  const { MONGO_URL, REDIS_URL, SESSION_KEYS, DAYS, FIRST_DAY, LAST_DAY } = process.env;
  const redis = new Redis(REDIS_URL);
  const totals = new MongoClient(MONGO_URL).db().collection(DAYS);
  const app = new Koa();
  app.keys = SESSION_KEYS.split(',');
  const store = {
    get: async (id) => {
      const hash = createHash('sha256').update(id).digest('base64url');
      return JSON.parse((await redis.get(`partnerdesk:session:${hash}`)) ?? 'null');
    },
    set: async () => {},
    destroy: async () => {},
  };
  app.use(session({ key: 'partnerdesk', store, signed: true }, app));
  app.use(async (ctx) => {
    const { id } = ctx.session ?? {};
    if (!id) ctx.throw(401);
    const range = { $gte: `affiliate:${id}:${FIRST_DAY}`, $lte: `affiliate:${id}:${LAST_DAY}` };
    const days = await totals.find({ _id: range }).toArray();
    const cents = days.reduce((sum, { payoutCents = 0 }) => sum + payoutCents, 0);
    ctx.body = { affID: id, month: cents / 100 };
  });
  return app.callback();
}
