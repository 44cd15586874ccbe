import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type BusinessDay, type LinkMarks, SUB_IDS, subIdsOf } from '@partnerdesk/contracts';
import { Batches } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import { affiliateChannelOf } from './changes';
import { KEY_PREFIX } from './create-queue';

const HOUR_MS = 3_600_000;
/** The worker looks at an hour within the next one. */
const NETWORKS_KEPT_MS = 3 * HOUR_MS;
/** Affiliates and networks that one hour counts: anybody can invent networks of IPv6. */
const MAX_NETWORKS = 100_000;

/** Hours since 1970. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);

/** Sums of clicks that wait to be stored: what is beyond is counted without its ids. */
const MAX_WAITING_SUMS = 50_000;
/** Visitors of a day that are distinguished; clicks of further ones count without a visitor. */
const MAX_VISITORS = 2_000_000;

/** A click on an affiliate's link, on its business day. */
export interface Click {
  affID: number;
  day: BusinessDay;
  marks: LinkMarks;
}

/** What `add` counts. */
interface NewClick extends Click {
  /** When the click's day is over. */
  endsAt: Date;
  /** Missing: a bot. */
  visitor?: Visitor | undefined;
  /** The hash of the network that it came from. */
  network: string;
}

/** Who followed a link: known by a hash that nobody can compute any more once the day is over. */
export interface Visitor {
  address: string;
  agent: string;
}

/** What came of a link since the last batch. */
export interface ClickSum extends Partial<Click> {
  affID: number;
  day: BusinessDay;
  /** Missing: more links were followed than are kept apart (MAX_WAITING_SUMS). */
  marks?: LinkMarks;
  /** Clicks of people, those of visitors who had not clicked on this day, and clicks of bots. */
  inc: { clicks?: number; visitors?: number; bots?: number };
}

const FIGURES = { c: 'clicks', v: 'visitors', b: 'bots' } as const;

/** Clicks that one call of Redis counts: others wait for it, so that it has an upper size. */
const MAX_CLICKS_A_CALL = 500;

// Everything about a click in one step: a process that dies before it has counted nothing, after it everything.
// A call whose answer was lost with its connection is sent again by ioredis.
const ADD = `
if not redis.call('SET', KEYS[4], 1, 'PX', 60000, 'NX') then return end
for at = 8, #ARGV, 4 do
  local field, hash, network = ARGV[at], ARGV[at + 2], ARGV[at + 3]
  if redis.call('HEXISTS', KEYS[1], 'c' .. field) == 0 and redis.call('HEXISTS', KEYS[1], 'b' .. field) == 0
    and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[2]) then field = ARGV[at + 1] end
  if hash == '' then redis.call('HINCRBY', KEYS[1], 'b' .. field, 1)
  else
    redis.call('HINCRBY', KEYS[1], 'c' .. field, 1)
    if redis.call('SCARD', KEYS[2]) < tonumber(ARGV[3]) and redis.call('SADD', KEYS[2], hash) == 1 then
      redis.call('PEXPIREAT', KEYS[2], ARGV[1])
      redis.call('HINCRBY', KEYS[1], 'v' .. field, 1)
    end
  end
  if redis.call('HLEN', KEYS[3]) < tonumber(ARGV[4]) or redis.call('HEXISTS', KEYS[3], network) == 1 then
    redis.call('HINCRBY', KEYS[3], network, 1)
  end
end
redis.call('PEXPIRE', KEYS[3], ARGV[5])
if ARGV[7] ~= '[]' then redis.call('PUBLISH', ARGV[6], ARGV[7]) end`;

// Numbers rise although clocks are set back: what is stored names the last one.
const TAKE = `
local number = redis.call('GET', KEYS[1])
if not number then
  if redis.call('EXISTS', KEYS[2]) == 0 then return false end
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
  number = string.format('%.0f', math.max(now, tonumber(redis.call('GET', KEYS[4]) or 0) + 1))
  redis.call('SET', KEYS[4], number)
  redis.call('RENAME', KEYS[2], KEYS[3])
  redis.call('SET', KEYS[1], number)
end
return { number, redis.call('HGETALL', KEYS[3]) }`;

/** One that was begun before, and one of all that had gathered beside it. */
const BATCHES = 2;

const FINISH = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1], KEYS[2]) end return 0`;

/**
 * Clicks between redirect and database: sums in Redis, which `drain` stores. A click that was added survives our processes,
 * and Redis as far as its append-only file was synced (docs/RULES.md, Clicks).
 */
export class ClickBuffer {
  readonly #key: (name: string) => string;
  readonly #waiting = new Batches<NewClick>((clicks) => this.#addAll(clicks), MAX_CLICKS_A_CALL);
  #salt: { day: BusinessDay; text: string } | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly prefix: string = KEY_PREFIX,
    private readonly limits = { sums: MAX_WAITING_SUMS, visitors: MAX_VISITORS, networks: MAX_NETWORKS },
  ) {
    this.#key = (name) => `${prefix}:clicks:${name}`;
  }

  /** Counts a click, in one call of Redis with others that come at the same moment; when this has resolved it is not lost. */
  add(click: NewClick): Promise<void> {
    return this.#waiting.add(click);
  }

  async #addAll(clicks: readonly NewClick[]): Promise<number> {
    // At midnight they are of two days.
    for (const day of new Set(clicks.map((click) => click.day)))
      await this.#addOfDay(
        day,
        clicks.filter((click) => click.day === day),
      );
    return clicks.length;
  }

  async #addOfDay(day: BusinessDay, clicks: readonly NewClick[]): Promise<void> {
    const [{ endsAt }] = clicks as [NewClick];
    const salt = this.#salt?.day === day ? this.#salt.text : await this.#saltOf(day, endsAt);
    const counted = clicks.flatMap(({ affID, marks, visitor, network }) => [
      JSON.stringify([affID, day, marks.tid, marks.lp, ...SUB_IDS.map((id) => marks[id] ?? '')]),
      JSON.stringify([affID, day]),
      visitor ? hashOf(salt, affID, visitor) : '',
      `${affID}:${network}`,
    ]);
    const keys = [
      this.#key('open'),
      this.#key(`visitors:${day}`),
      this.#networksKey(hourOf(Date.now())),
      `${this.prefix}:click-calls:${randomUUID()}`,
    ];
    const { sums, visitors, networks } = this.limits;
    const limits = [endsAt.getTime(), sums, visitors, networks, NETWORKS_KEPT_MS];
    // Bots' clicks are none: nobody is shown that they have come.
    const affIDs = new Set(clicks.flatMap(({ affID, visitor }) => (visitor ? [affID] : [])));
    const published = [affiliateChannelOf(this.prefix), JSON.stringify([...affIDs])];
    await this.redis.eval(ADD, keys.length, ...keys, ...limits, ...published, ...counted);
  }

  /**
   * Stores what has gathered by now. A batch is stored again, under the same number, if a process died before its end;
   * numbers rise. Clicks that come meanwhile do not prolong it. @returns how many batches were stored
   */
  async drain(store: (number: number, sums: readonly ClickSum[]) => Promise<void>): Promise<number> {
    const [pointer, taken] = [this.#key('batch'), this.#key('taken')];
    let batches = 0;
    while (batches < BATCHES) {
      const keys = [pointer, this.#key('open'), taken, this.#key('last')] as const;
      const batch = (await this.redis.eval(TAKE, 4, ...keys)) as [string, string[]] | null;
      if (!batch) break;
      await store(Number(batch[0]), sumsOf(batch[1]));
      await this.redis.eval(FINISH, 2, pointer, taken, batch[0]);
      batches += 1;
    }
    return batches;
  }

  /** Clicks of an hour (hourOf) by affiliate and network, a part at a time; forgotten after three hours. */
  async *networksOf(hour: number): AsyncGenerator<{ affID: number; network: string; clicks: number }[]> {
    let cursor = '0';
    do {
      const [next, flat] = await this.redis.hscan(this.#networksKey(hour), cursor, 'COUNT', 1000);
      cursor = next;
      yield Array.from({ length: flat.length / 2 }, (_, index) => {
        const [affID, network = ''] = (flat[index * 2] ?? '').split(':');
        return { affID: Number(affID), network, clicks: Number(flat[index * 2 + 1]) };
      });
    } while (cursor !== '0');
  }

  /** Where the clicks of an hour are counted: a field for each affiliate and network. */
  #networksKey(hour: number): string {
    return `${this.prefix}:click-networks:${hour}`;
  }

  async #saltOf(day: BusinessDay, endsAt: Date): Promise<string> {
    const key = this.#key(`salt:${day}`);
    await this.redis.set(key, randomBytes(32).toString('base64url'), 'PXAT', endsAt.getTime(), 'NX');
    const text = (await this.redis.get(key)) ?? randomBytes(32).toString('base64url');
    this.#salt = { day, text };
    return text;
  }
}

/** The same visitor of the same affiliate on the same day has the same hash. */
const hashOf = (salt: string, affID: number, { address, agent }: Visitor): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, affID, address, agent]))
    .digest('base64url')
    .slice(0, 12);

function sumsOf(pairs: readonly string[]): ClickSum[] {
  const sums = new Map<string, ClickSum>();
  for (let index = 0; index < pairs.length; index += 2) {
    const [name = '', count] = [pairs[index], pairs[index + 1]];
    const field = name.slice(1);
    const sum = sums.get(field) ?? sumOf(field);
    sum.inc[FIGURES[name[0] as keyof typeof FIGURES]] = Number(count);
    sums.set(field, sum);
  }
  return [...sums.values()];
}

function sumOf(field: string): ClickSum {
  const [affID, day, tid, lp, ...subs] = JSON.parse(field) as [number, BusinessDay, ...string[]];
  if (tid === undefined || lp === undefined) return { affID, day, inc: {} };
  const ids = subIdsOf(Object.fromEntries(SUB_IDS.map((id, index) => [id, subs[index]])));
  return { affID, day, marks: { tid, lp, ...ids }, inc: {} };
}
