import {
  addressOf,
  affiliateChangesCall,
  type BusinessDay,
  matches,
  statisticsChangesCall,
} from '@partnerdesk/contracts';
import { day, list, object } from '@partnerdesk/contracts/schema';
import { readJson, useAppSelector } from '@partnerdesk/web/core';
import { useEffect, useEffectEvent, useRef } from 'react';

/** A stream of changes, and how often it is asked while there is none (ms). */
export interface Source {
  stream: string;
  pollMs: number;
}
const FIGURES: Source = { stream: addressOf(statisticsChangesCall), pollMs: 1500 };
/** There are many affiliates, and what they watch can wait. */
const OWN: Source = { stream: addressOf(affiliateChangesCall), pollMs: 15_000 };
/** A stream that the server refused is tried again after this. */
const REOPEN_MS = 15_000;
/** A stream that is open so soon has missed nothing worth asking for twice: it asks again each time it reconnects. */
const PROMPT_MS = 2000;

/** Days that have changed; undefined: any may have. */
type OnChange = (days: readonly BusinessDay[] | undefined) => Promise<unknown> | undefined;
/** An event of a stream besides `changed`. */
export interface Further {
  event: string;
  /** @param data as the last one has it; undefined: the stream has been away for a while */
  report: (data: string | undefined) => void;
}

/**
 * Reports, while `enabled`, when figures have changed: by the server's stream, and without one by asking for them
 * from time to time. A change that arrives while the last is being read is reported after it.
 * @param enabled from when the figures have been read
 */
export function useChangedDays(
  enabled: boolean,
  onChange: OnChange,
  source = FIGURES,
  further?: Further,
): void {
  const expired = useAppSelector((state) => state.session.expired);
  const report = useEffectEvent(onChange);
  const event = further?.event;
  const reportFurther = useEffectEvent((data: string | undefined) => further?.report(data));
  const wasExpired = useRef(false);
  useEffect(() => {
    wasExpired.current ||= expired;
    if (!enabled || expired) return;
    const hasMissed = wasExpired.current;
    wasExpired.current = false;
    return followChanges(
      (days) => report(days),
      source,
      event === undefined ? undefined : { event, report: (data) => reportFurther(data) },
      hasMissed,
    );
  }, [enabled, expired, source, event]);
}

/** The same, of the figures of the signed-in affiliate. */
export const useOwnChanges = (enabled: boolean, onChange: OnChange) => useChangedDays(enabled, onChange, OWN);

const namesDays = object({ days: list(day()) });

/** The days that an event of the stream names; undefined for one that is not understood: any may have changed. */
function daysIn(data: string): readonly BusinessDay[] | undefined {
  const change = readJson(data);
  return matches(namesDays, change) ? change.days : undefined;
}

/**
 * Follows the stream, or polls; begun when the figures have just been read.
 * @param hasMissed they were read before somebody had to log in again: what happened until then is reported, too
 * @returns ends it
 */
export function followChanges(
  onChange: OnChange,
  { stream: address, pollMs } = FIGURES,
  further?: Further,
  hasMissed = false,
): () => void {
  const startedAt = Date.now();
  let isPrompt = !hasMissed;
  let stream: EventSource | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const report = inTurn(onChange, () => isOver);

  const startPolling = () => {
    poll ??= setInterval(() => {
      further?.report(undefined);
      // A tab that nobody sees need not know.
      if (!document.hidden) report(undefined);
    }, pollMs);
  };
  const stopPolling = () => {
    clearInterval(poll);
    poll = undefined;
  };
  const open = () => {
    if (typeof EventSource === 'undefined') return startPolling();
    stream = new EventSource(address);
    stream.addEventListener('open', () => {
      stopPolling();
      // What happened before the stream was open has not been reported.
      if (!isPrompt || Date.now() - startedAt > PROMPT_MS) report(undefined);
      isPrompt = false;
    });
    stream.addEventListener('changed', (event) => {
      report(daysIn((event as MessageEvent<string>).data));
    });
    if (further) {
      stream.addEventListener(further.event, (event) => {
        further.report((event as MessageEvent<string>).data);
      });
    }
    stream.addEventListener('error', () => {
      isPrompt = false;
      startPolling();
      // By itself the browser connects again to a stream that ended, not to one that was refused.
      if (stream?.readyState === EventSource.CLOSED) reopen = setTimeout(open, REOPEN_MS);
    });
  };
  const onVisible = () => {
    if (!document.hidden && poll) report(undefined);
  };

  open();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    isOver = true;
    stream?.close();
    stopPolling();
    clearTimeout(reopen);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/**
 * One call at a time; what arrives meanwhile is reported together, afterwards.
 * @param isOver whether the screen was left: nothing is reported any more, and a call that finds its queries gone is no fault
 */
function inTurn(
  onChange: OnChange,
  isOver: () => boolean,
): (days: readonly BusinessDay[] | undefined) => void {
  let busy = false;
  let waiting: Set<BusinessDay> | 'any' | undefined;
  const run = async (days: readonly BusinessDay[] | undefined) => {
    busy = true;
    try {
      await onChange(days);
    } catch (error) {
      if (!isOver()) throw error;
    } finally {
      busy = false;
    }
    const next = waiting;
    waiting = undefined;
    if (next && !isOver()) void run(next === 'any' ? undefined : [...next]);
  };
  return (days) => {
    if (!busy) void run(days);
    else if (!days || waiting === 'any') waiting = 'any';
    else waiting = new Set([...(waiting ?? []), ...days]);
  };
}
