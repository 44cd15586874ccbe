import { NARROW, useMedia } from '@partnerdesk/web';
import { useEffect, useRef } from 'react';

/**
 * Where the list and the open item take turns (review.css) the focus goes along: to the head of the item, and back to its
 * place in the list. Elsewhere the list shows which one is open.
 */
export function useTurns(openID: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(NARROW);
  const openedLast = useRef(openID);
  useEffect(() => {
    const left = openedLast.current;
    openedLast.current = openID;
    if (left === openID) return;
    if (!isNarrow) {
      ref.current?.querySelector('.mod-pending-open')?.scrollIntoView?.({ block: 'nearest' });
      return;
    }
    const focus = (selector: string, preventScroll: boolean) =>
      ref.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll });
    if (openID === undefined) return focus(`[aria-label="view ${left}"]`, false);
    window.scrollTo(0, 0);
    if (left === undefined) focus('.mod-details', true);
  }, [openID, isNarrow]);
  return ref;
}
