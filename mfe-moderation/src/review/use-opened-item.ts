import { CLAIM_MS, type OpenedItem, type ReviewKind } from '@partnerdesk/contracts';
import { type Failure, readFailure } from '@partnerdesk/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClaimItemMutation, useReleaseItemMutation } from '../moderation.api';

/** Well before a claim runs out, so that one lost call does not lose it (ms). */
const RENEW_MS = 60_000;

/**
 * Opens an item: claims it, renews the claim while somebody works on it, releases it when it is left. An item that is
 * left open is free for others once the claim has expired.
 * @param id undefined: none is open
 * @param isUnderWay whether a decision about an item is under way, which ends the claim itself; always the same function
 */
export function useOpenedItem(kind: ReviewKind, id: number | undefined, isUnderWay: (id: number) => boolean) {
  const [claim] = useClaimItemMutation();
  const [release] = useReleaseItemMutation();
  const [opened, setOpened] = useState<OpenedItem>();
  const [failure, setFailure] = useState<{ id: number; failure: Failure }>();

  const isWorking = useIsWorking();
  // What is looked at when an answer comes, not when it was asked for.
  const shown = useRef(id);

  const open = useCallback(
    async (openId: number) => {
      const { data, error } = await claim({ kind, id: openId });
      if (shown.current !== openId) return data;
      if (data) setOpened(data);
      setFailure(error && { id: openId, failure: readFailure(error) });
      return data;
    },
    [claim, kind],
  );

  useEffect(() => {
    shown.current = id;
    if (id === undefined) return;
    let last = open(id);
    const timer = setInterval(() => {
      if (isWorking()) last = open(id);
    }, RENEW_MS);
    return () => {
      clearInterval(timer);
      // After the claim's own answer: the other way round the claim would stay.
      void last.then((item) => {
        if (item?.claim?.mine && !isUnderWay(id)) void release({ kind, id });
      });
    };
  }, [kind, id, open, release, isWorking, isUnderWay]);

  return {
    opened: opened?.id === id ? opened : undefined,
    failure: failure?.id === id ? failure?.failure : undefined,
    /** Asks again how an item stands; one that is not the open one is not kept from others by that. */
    reopen: async (askedId: number) => {
      const item = await open(askedId);
      if (shown.current !== askedId && item?.claim?.mine) void release({ kind, id: askedId });
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
