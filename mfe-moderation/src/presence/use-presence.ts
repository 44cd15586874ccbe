import type { ClaimInfo, Look, ReviewKind } from '@partnerdesk/contracts';
import { useAppDispatch, useQueueChanges } from '@partnerdesk/web';
import { useMemo, useState } from 'react';
import { queuesChanged } from '../moderation.api';
import { isHeldByOther } from './claim-note';

/** Nobody, always the same list. */
const NOBODY: readonly string[] = [];

/** Who else has items of a kind open; while a screen asks, its counts and undoable decisions follow everybody's. */
export function usePresence(kind: ReviewKind) {
  const dispatch = useAppDispatch();
  const [looks, setLooks] = useState<readonly Look[]>();
  useQueueChanges(() => void dispatch(queuesChanged()), setLooks);
  return useMemo(() => {
    const names = new Map<number, readonly string[]>();
    for (const { kind: of, id, by } of looks ?? [])
      if (of === kind) names.set(id, [...(names.get(id) ?? NOBODY), by]);
    /** Their names; undefined while the server does not say it. */
    const lookersOf = (id: number) => looks && (names.get(id) ?? NOBODY);
    return {
      lookersOf,
      /** In a list: who else has an item open; empty: nobody. Its claim counts, which may be over, where nothing else is known. */
      tagOf: (id: number, claim: ClaimInfo | null | undefined): string => {
        const by = lookersOf(id) ?? (isHeldByOther(claim) ? [claim.by] : NOBODY);
        return by.length > 0 ? `open: ${by.join(', ')}` : '';
      },
      /** Whether somebody else works on an item at this moment. */
      isTaken: (id: number, claim: ClaimInfo | null | undefined): boolean =>
        names.has(id) || isHeldByOther(claim),
    };
  }, [kind, looks]);
}

export type Presence = ReturnType<typeof usePresence>;
