import type { OpenedItem, ReviewKind } from '@partnerdesk/contracts';
import { type ApiError, isApiError } from '@partnerdesk/web';
import { useCallback, useEffect, useState } from 'react';
import { useClaimItemMutation, useReleaseItemMutation } from '../moderation.api';

/** Well before a claim runs out, so that one lost call does not lose it (ms). */
const RENEW_MS = 60_000;

/**
 * Opens an item: claims it, renews the claim while it is open, gives it back when it is left.
 * @param id undefined: none is open
 */
export function useOpenedItem(kind: ReviewKind, id: number | undefined) {
  const [claim] = useClaimItemMutation();
  const [release] = useReleaseItemMutation();
  const [opened, setOpened] = useState<OpenedItem>();
  const [failure, setFailure] = useState<{ id: number; error: ApiError }>();

  const open = useCallback(
    async (openId: number) => {
      const answer = await claim({ kind, id: openId });
      if (answer.data) setOpened(answer.data);
      else if (isApiError(answer.error)) setFailure({ id: openId, error: answer.error });
      return answer.data;
    },
    [claim, kind],
  );

  useEffect(() => {
    if (id === undefined) return;
    let last = open(id);
    const timer = setInterval(() => {
      last = open(id);
    }, RENEW_MS);
    return () => {
      clearInterval(timer);
      // After the claim's own answer: the other way round the claim would stay.
      void last.then((item) => {
        if (item?.claim?.mine) void release({ kind, id });
      });
    };
  }, [kind, id, open, release]);

  return {
    opened: opened?.id === id ? opened : undefined,
    failure: failure?.id === id ? failure?.error : undefined,
    /** Asks again how the item stands. */
    reopen: open,
  };
}
