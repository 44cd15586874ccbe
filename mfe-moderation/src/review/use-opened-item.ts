import { CLAIM_MS, LOOK_MS, type OpenedItem, type ReviewKind } from '@partnerdesk/contracts';
import { type Failure, readFailure } from '@partnerdesk/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClaimItemMutation, useLookAtItemMutation, useReleaseItemMutation } from '../moderation.api';
import { isHeldByOther } from '../presence/claim-note';
import type { Presence } from '../presence/use-presence';

/** Well before a claim runs out, so that one lost call does not lose it (ms). */
const RENEW_MS = 60_000;
/** The same for what others are shown. */
const LOOK_AGAIN_MS = LOOK_MS / 3;
/** Nothing is drawn by what becomes of it. */
const unseen = { selectFromResult: () => ({}) };

/**
 * Opens an item: claims it, renews the claim while somebody works on it, releases it when it is left.
 * @param isUnderWay whether a decision about an item is under way, which ends the claim itself; always the same function
 */
export function useOpenedItem(
  kind: ReviewKind,
  id: number | undefined,
  isUnderWay: (id: number) => boolean,
  presence: Presence,
) {
  const [look] = useLookAtItemMutation(unseen);
  const [claim] = useClaimItemMutation();
  const [release] = useReleaseItemMutation();
  const [opened, setOpened] = useState<OpenedItem>();
  const [failure, setFailure] = useState<{ id: number; failure: Failure }>();

  const isWorking = useIsWorking();
  // What is looked at when an answer comes, not when it was asked for.
  const shown = useRef(id);
  const last = useRef<Promise<OpenedItem | undefined>>(undefined);

  const ask = useCallback(
    async (openId: number) => {
      const { data, error } = await claim({ kind, id: openId });
      if (shown.current !== openId) return data;
      if (data) setOpened(data);
      setFailure(error && { id: openId, failure: readFailure(error) });
      return data;
    },
    [claim, kind],
  );

  const open = useCallback(
    (openId: number) => {
      last.current = ask(openId);
    },
    [ask],
  );

  useEffect(() => {
    shown.current = id;
    if (id === undefined) return;
    open(id);
    const whileWorking = (act: () => void, everyMs: number) =>
      setInterval(() => {
        if (isWorking()) act();
      }, everyMs);
    const timers = [
      whileWorking(() => open(id), RENEW_MS),
      whileWorking(() => void look({ kind, id }), LOOK_AGAIN_MS),
    ];
    const leave = () => {
      // After the claim's own answer: the other way round the claim would stay.
      void last.current?.then((item) => {
        if (item && !isUnderWay(id)) void release({ kind, id });
      });
    };
    // The tab is closed, or goes to another site.
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      for (const timer of timers) clearInterval(timer);
      shown.current = undefined;
      leave();
    };
  }, [kind, id, open, look, release, isWorking, isUnderWay]);

  const current = opened?.id === id ? opened : undefined;
  const isHeld = isHeldByOther(current?.claim);
  const isLeft = id !== undefined && presence.lookersOf(id)?.length === 0;
  // Who had it has left it: it is this moderator's at once.
  useEffect(() => {
    if (id !== undefined && isHeld && isLeft) open(id);
  }, [id, isHeld, isLeft, open]);

  const whyNot = failure?.id === id ? failure?.failure : undefined;
  const isMissing = whyNot !== undefined;
  const retry = useCallback(() => {
    if (id !== undefined) open(id);
  }, [id, open]);
  // It failed while there was no network: nobody has to ask again once there is.
  useEffect(() => {
    if (!isMissing) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isMissing, retry]);

  return {
    opened: current,
    /** Why the open item could not be opened, or not be read again. */
    failure: whyNot,
    retry,
    /** Asks again how an item stands; one that is not the open one is not kept from others by that. */
    reopen: async (askedId: number) => {
      const item = await ask(askedId);
      if (shown.current !== askedId && item) void release({ kind, id: askedId });
      return item;
    },
  };
}

const SIGNS_OF_LIFE = ['keydown', 'pointermove', 'pointerdown', 'wheel'] as const;

/** Whether the page is visible and has been used recently. */
function useIsWorking(): () => boolean {
  const lastSign = useRef(Date.now());
  useEffect(() => {
    const note = () => {
      lastSign.current = Date.now();
    };
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, note, { passive: true });
    return () => {
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, note);
    };
  }, []);
  return useCallback(
    () => document.visibilityState === 'visible' && Date.now() - lastSign.current < CLAIM_MS,
    [],
  );
}
