import { PassThrough } from 'node:stream';
import { AppError, type Look, MESSAGE, type StatisticsChange, type WhoLooks } from '@partnerdesk/contracts';
import { loadPrincipal, type PersonRef } from '@partnerdesk/domain';
import { listenForChanges, type ModerationChange, readLooks } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';
import { type Ctx, principalOf } from '../context';
import type { Policy } from '../middleware/policy';
import { currentSession } from '../middleware/session';
import type { SessionStore } from '../middleware/session-store';

const SEND_EVERY_MS = 400;
/** Keeps proxies from ending a silent stream; at each the user is checked again. */
const BEAT_MS = 10_000;
/** Then the browser connects again, and passes session and permission like any request. */
const LIFETIME_MS = 60_000;
const RETRY_MS = 300;
/** Of the office, and of affiliates: neither takes the other's. */
const MAX_STREAMS = 500;
/** Of one person: each open screen that moves has one. */
export const MAX_STREAMS_EACH = 8;

interface Times {
  beatMs: number;
  lifetimeMs: number;
}

/** What a stream reports: changed days of the site, the queues of moderators, or what changes for an affiliate. */
export type LiveSubject = 'days' | 'queues' | { affID: number };

interface Stream {
  person: PersonRef;
  subject: LiveSubject;
  /** Ends it if its person may no longer have it. */
  check: () => void;
  /** @param days missing: any may have changed */
  send: (days?: readonly string[]) => void;
  show: (looks: Look[]) => void;
  end: () => void;
}

interface Options {
  redis: Redis;
  prefix: string;
  onError: (error: unknown) => void;
  /** Other times than the usual; for tests. */
  times?: Partial<Times>;
}

/** Server-sent events about changed days, an affiliate's figures, or the queues of moderators; fed by one subscription. */
export class LiveChanges {
  readonly #options: Options;
  readonly #streams = new Set<Stream>();
  #subscriber: Redis | undefined;
  #subscribed: Promise<void> | undefined;
  #closed = false;
  /** When the first of those who look at something ends. */
  #nextEnd: NodeJS.Timeout | undefined;
  #isReading = false;
  #readAgain = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param isStillAllowed asked when the person's access changes, and from time to time; the stream ends when it says no
   * @throws AppError unavailable without Redis, with too many streams, or while closing: the screen polls then
   */
  async open(
    person: PersonRef,
    isStillAllowed: () => Promise<boolean>,
    subject: LiveSubject,
  ): Promise<PassThrough> {
    const alike = () =>
      [...this.#streams].filter((one) => (typeof one.subject === 'object') === (typeof subject === 'object'));
    const isFull = () =>
      this.#closed || alike().length >= MAX_STREAMS || this.#streamsOf(person).length >= MAX_STREAMS_EACH;
    if (isFull()) throw new AppError('unavailable', MESSAGE.genericError);
    await this.#subscribe();
    // Others have come while this one waited.
    if (isFull()) throw new AppError('unavailable', MESSAGE.genericError);
    const body = new PassThrough();
    const times = { beatMs: BEAT_MS, lifetimeMs: LIFETIME_MS, ...this.#options.times };
    const stream = { person, subject, ...openStream(body, isStillAllowed, times) };
    this.#streams.add(stream);
    body.once('close', () => this.#streams.delete(stream));
    if (subject === 'queues') void this.#showLooks();
    return body;
  }

  /** Ends every stream: a server that closes would wait for them. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#nextEnd);
    this.#endStreams();
    this.#subscriber?.disconnect();
  }

  /** Streams that are open; for tests and for the log. */
  get size(): number {
    return this.#streams.size;
  }

  #streamsOf({ kind, id }: { kind: string; id: number }): Stream[] {
    return [...this.#streams].filter(({ person }) => person.kind === kind && person.id === id);
  }

  #streamsAbout(subject: LiveSubject): Stream[] {
    return [...this.#streams].filter((stream) => stream.subject === subject);
  }

  #endStreams(): void {
    for (const stream of this.#streams) stream.end();
  }

  /** Reads who looks at what, once for all streams; again when that changes meanwhile, and when the first of them ends. */
  async #showLooks(): Promise<void> {
    this.#readAgain = true;
    if (this.#isReading) return;
    this.#isReading = true;
    const { redis, prefix, onError } = this.#options;
    try {
      while (this.#readAgain && !this.#closed) {
        this.#readAgain = false;
        clearTimeout(this.#nextEnd);
        const streams = this.#streamsAbout('queues');
        if (streams.length === 0) return;
        const { looks, endsInMs } = await readLooks(redis, prefix);
        for (const { person, show } of streams)
          show(looks.flatMap(({ adminID, ...look }) => (adminID === person.id ? [] : [look])));
        if (endsInMs !== undefined) this.#nextEnd = setTimeout(() => void this.#showLooks(), endsInMs);
      }
    } catch (error) {
      onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** One subscription for all streams, made when the first is opened; it reconnects by itself. */
  async #subscribe(): Promise<void> {
    const { redis, prefix, onError } = this.#options;
    if (!this.#subscribed) {
      const subscriber = redis.duplicate({ maxRetriesPerRequest: 1 });
      subscriber.on('error', () => {});
      this.#subscriber = subscriber;
      const onChange = (days: string[]) => {
        for (const stream of this.#streamsAbout('days')) stream.send(days);
      };
      const onAffiliates = (affIDs: number[]) => {
        const changed = new Set(affIDs);
        for (const stream of this.#streams)
          if (typeof stream.subject === 'object' && changed.has(stream.subject.affID)) stream.send();
      };
      const onGap = () => this.#endStreams();
      const onAccess = (person: { kind: string; id: number }) => {
        for (const stream of this.#streamsOf(person)) stream.check();
      };
      const onModeration = (change: ModerationChange) => {
        if (change === 'queues') for (const stream of this.#streamsAbout('queues')) stream.send();
        // Who has judged an item no longer looks at it.
        void this.#showLooks();
      };
      const listener = { onChange, onAffiliates, onAccess, onModeration, onGap };
      this.#subscribed = listenForChanges(subscriber, listener, { prefix, onError });
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

/** Writes to one browser: gathers changes while the last message is young, beats, ends after its lifetime. */
function openStream(
  body: PassThrough,
  isStillAllowed: () => Promise<boolean>,
  { beatMs, lifetimeMs }: Times,
): Omit<Stream, 'person' | 'subject'> {
  const gathered = new Set<string>();
  let isAny = false;
  let shown = '';
  let toShow = '';
  let gathering: NodeJS.Timeout | undefined;
  const write = (event: string, data: string) => body.write(`event: ${event}\ndata: ${data}\n\n`);
  const flush = () => {
    gathering = undefined;
    const isChanged = gathered.size > 0 || isAny;
    if (!isChanged && shown === toShow) return;
    if (isChanged) {
      const change: StatisticsChange = isAny ? {} : { days: [...gathered].sort() };
      gathered.clear();
      isAny = false;
      write('changed', JSON.stringify(change));
    }
    if (shown !== toShow) write('looking', toShow);
    shown = toShow;
    gathering = setTimeout(flush, SEND_EVERY_MS);
  };
  const flushSoon = () => {
    if (!gathering && !body.writableEnded) flush();
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
      flushSoon();
    },
    show: (looks) => {
      toShow = JSON.stringify({ looks } satisfies WhoLooks);
      flushSoon();
    },
    end,
  };
}

/** Answers with a stream of changes; it ends when the person who opened it could not open it any more. */
export async function answerStream(
  ctx: Ctx,
  { sessions, liveChanges }: { sessions: SessionStore; liveChanges: LiveChanges },
  { allows, about }: { allows: Policy; about: LiveSubject },
): Promise<PassThrough> {
  const hash = currentSession(ctx);
  const person = principalOf(ctx);
  const stillAllowed = async () => {
    if (!(await sessions.isOpen(hash))) return false;
    const now = await loadPrincipal(person.kind, person.id);
    return now?.sessionVersion === person.sessionVersion && allows(now);
  };
  const stream = await liveChanges.open(person, stillAllowed, about);
  ctx.compress = false;
  ctx.type = 'text/event-stream';
  ctx.set('X-Accel-Buffering', 'no');
  return stream;
}
