import { PassThrough } from 'node:stream';
import { AppError, MESSAGE, type StatisticsChange } from '@partnerdesk/contracts';
import { listenForChanges } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';

/** At most one message a stream within this time. */
const SEND_EVERY_MS = 400;
/** Keeps proxies from ending a silent stream; at each the user is checked again. */
const BEAT_MS = 10_000;
/** Then the browser connects again, and passes session and permission like any request. */
const LIFETIME_MS = 60_000;
/** How soon the browser connects again. */
const RETRY_MS = 300;
const MAX_STREAMS = 500;

interface Times {
  beatMs: number;
  lifetimeMs: number;
}

interface Stream {
  send: (days: readonly string[]) => void;
  end: () => void;
}

interface Options {
  redis: Redis;
  prefix: string;
  onError: (error: unknown) => void;
  /** Other times than the usual; for tests. */
  times?: Partial<Times>;
}

/** Streams of server-sent events that report which days' figures have changed, fed by one subscription. */
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
   * @param isStillAllowed asked from time to time; the stream ends when it says no
   * @throws AppError unavailable without Redis, with too many streams, or while closing: the screen polls then
   */
  async open(isStillAllowed: () => Promise<boolean>): Promise<PassThrough> {
    if (this.#closed || this.#streams.size >= MAX_STREAMS)
      throw new AppError('unavailable', MESSAGE.genericError);
    await this.#subscribe();
    const body = new PassThrough();
    const stream = openStream(body, isStillAllowed, {
      beatMs: BEAT_MS,
      lifetimeMs: LIFETIME_MS,
      ...this.#options.times,
    });
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
        for (const stream of this.#streams) stream.send(days);
      };
      const onGap = () => this.#endStreams();
      this.#subscribed = listenForChanges(subscriber, { onChange, onGap }, { prefix, onError });
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
): Stream {
  const gathered = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  const flush = () => {
    gathering = undefined;
    if (gathered.size === 0) return;
    const change: StatisticsChange = { days: [...gathered].sort() };
    gathered.clear();
    body.write(`event: changed\ndata: ${JSON.stringify(change)}\n\n`);
    gathering = setTimeout(flush, SEND_EVERY_MS);
  };
  const end = () => body.end();
  const beat = setInterval(() => {
    body.write(': beat\n\n');
    isStillAllowed().then(
      (allowed) => allowed || end(),
      () => end(),
    );
  }, beatMs);
  const lifetime = setTimeout(end, lifetimeMs);
  body.once('close', () => {
    clearTimeout(gathering);
    clearInterval(beat);
    clearTimeout(lifetime);
  });
  body.write(`retry: ${RETRY_MS}\n\n: open\n\n`);
  return {
    send: (days) => {
      for (const day of days) gathered.add(day);
      if (!gathering) flush();
    },
    end,
  };
}
