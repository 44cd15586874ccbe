import { PassThrough } from 'node:stream';
import { AppError, MESSAGE, type StatisticsChange } from '@partnerdesk/contracts';
import type { PersonRef } from '@partnerdesk/domain';
import { listenForAccess, listenForChanges } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';

/** At most one message a stream within this time. */
const SEND_EVERY_MS = 400;
/** Keeps proxies from ending a silent stream; at each the user is checked again. */
const BEAT_MS = 10_000;
/** Then the browser connects again, and passes session and permission like any request. */
const LIFETIME_MS = 60_000;
/** How soon the browser connects again. */
const RETRY_MS = 300;
/** Of the office, and of affiliates: neither takes the other's. */
const MAX_STREAMS = 500;
/** Of one person: each open statistics screen has one. */
export const MAX_STREAMS_EACH = 8;

interface Times {
  beatMs: number;
  lifetimeMs: number;
}

interface Stream {
  /** `administrator:3` */
  person: string;
  /** The affiliate whose changes it reports; missing: everybody's days. */
  affID: number | undefined;
  /** Ends it if its person may no longer have it. */
  check: () => void;
  /** @param days missing: any may have changed */
  send: (days?: readonly string[]) => void;
  end: () => void;
}

interface Options {
  redis: Redis;
  prefix: string;
  onError: (error: unknown) => void;
  /** Other times than the usual; for tests. */
  times?: Partial<Times>;
  /** Other bounds than the usual, of all streams and of one person's; for measurements. */
  bounds?: { all: number; each: number };
}

/** Streams of server-sent events that report which days' figures have changed, or that an affiliate's have; fed by one subscription. */
export class LiveChanges {
  readonly #options: Options;
  readonly #streams = new Set<Stream>();
  #subscriber: Redis | undefined;
  #subscribed: Promise<void> | undefined;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * A stream for one browser.
   * @param isStillAllowed asked when the person's access changes, and from time to time; the stream ends when it says no
   * @param affID it reports the changes of this affiliate alone
   * @throws AppError unavailable without Redis, with too many streams, or while closing: the screen polls then
   */
  async open(
    { kind, id }: PersonRef,
    isStillAllowed: () => Promise<boolean>,
    affID?: number,
  ): Promise<PassThrough> {
    const person = `${kind}:${id}`;
    const { all, each } = this.#options.bounds ?? { all: MAX_STREAMS, each: MAX_STREAMS_EACH };
    const alike = () =>
      [...this.#streams].filter((one) => (one.affID === undefined) === (affID === undefined));
    const isFull = () => this.#closed || alike().length >= all || this.#streamsOf(person).length >= each;
    if (isFull()) throw new AppError('unavailable', MESSAGE.genericError);
    await this.#subscribe();
    // Others have come while this one waited.
    if (isFull()) throw new AppError('unavailable', MESSAGE.genericError);
    const body = new PassThrough();
    const times = { beatMs: BEAT_MS, lifetimeMs: LIFETIME_MS, ...this.#options.times };
    const stream = { person, affID, ...openStream(body, isStillAllowed, times) };
    this.#streams.add(stream);
    body.once('close', () => this.#streams.delete(stream));
    return body;
  }

  /** Ends every stream: a server that closes would wait for them. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#endStreams();
    this.#subscriber?.disconnect();
  }

  /** Streams that are open; for tests and for the log. */
  get size(): number {
    return this.#streams.size;
  }

  #streamsOf(person: string): Stream[] {
    return [...this.#streams].filter((stream) => stream.person === person);
  }

  #endStreams(): void {
    for (const stream of this.#streams) stream.end();
  }

  /** One subscription for all streams, made when the first is opened; it reconnects by itself. */
  async #subscribe(): Promise<void> {
    const { redis, prefix, onError } = this.#options;
    if (!this.#subscribed) {
      const subscriber = redis.duplicate({ maxRetriesPerRequest: 1 });
      subscriber.on('error', () => {});
      this.#subscriber = subscriber;
      const onChange = (days: string[]) => {
        for (const stream of this.#streams) if (stream.affID === undefined) stream.send(days);
      };
      const onAffiliates = (affIDs: number[]) => {
        const changed = new Set(affIDs);
        for (const stream of this.#streams)
          if (stream.affID !== undefined && changed.has(stream.affID)) stream.send();
      };
      const onGap = () => this.#endStreams();
      const onAccess = ({ kind, id }: { kind: string; id: number }) => {
        for (const stream of this.#streamsOf(`${kind}:${id}`)) stream.check();
      };
      this.#subscribed = listenForChanges(
        subscriber,
        { onChange, onAffiliates, onGap },
        { prefix, onError },
      ).then(() => listenForAccess(subscriber, onAccess, prefix));
    }
    try {
      await this.#subscribed;
    } catch (error) {
      onError(error);
      this.#subscriber?.disconnect();
      this.#subscribed = undefined;
    }
    if (this.#subscriber?.status !== 'ready') throw new AppError('unavailable', MESSAGE.genericError);
  }
}

/** Writes to one browser: gathers days while the last message is young, beats, ends after its lifetime. */
function openStream(
  body: PassThrough,
  isStillAllowed: () => Promise<boolean>,
  { beatMs, lifetimeMs }: Times,
): Omit<Stream, 'person' | 'affID'> {
  const gathered = new Set<string>();
  let isAny = false;
  let gathering: NodeJS.Timeout | undefined;
  const flush = () => {
    gathering = undefined;
    if (gathered.size === 0 && !isAny) return;
    const change: StatisticsChange = isAny ? {} : { days: [...gathered].sort() };
    gathered.clear();
    isAny = false;
    body.write(`event: changed\ndata: ${JSON.stringify(change)}\n\n`);
    gathering = setTimeout(flush, SEND_EVERY_MS);
  };
  const stop = () => {
    clearTimeout(gathering);
    clearInterval(beat);
    clearTimeout(lifetime);
  };
  const end = () => {
    // What nobody reads is never closed: its beat would write on.
    stop();
    body.end();
  };
  const check = () => {
    isStillAllowed().then(
      (allowed) => allowed || end(),
      () => end(),
    );
  };
  const beat = setInterval(() => {
    body.write(': beat\n\n');
    check();
  }, beatMs);
  const lifetime = setTimeout(end, lifetimeMs);
  body.once('close', stop);
  body.write(`retry: ${RETRY_MS}\n\n: open\n\n`);
  return {
    check,
    send: (days) => {
      if (!days) isAny = true;
      for (const day of days ?? []) gathered.add(day);
      if (!gathering && !body.writableEnded) flush();
    },
    end,
  };
}
