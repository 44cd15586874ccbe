import { useLocation, useNavigate } from '@partnerdesk/web/core';
import { useEffect, useRef } from 'react';

/** What the entry of history carries that an opening has made. */
const OPENED_HERE = { openedHere: true };

/**
 * What opening and closing an item makes of history: where none is open, opening makes an entry, so that the browser's
 * Back closes the item again; going on to another one makes none, nor does what opens by itself. Closing goes back to
 * where it was opened from.
 */
export function useOpening(isOpen: boolean) {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  // What closes it may come with an answer, later than what was drawn when it was asked for.
  const latest = useRef({ isOpen, state });
  const isLeaving = useRef(false);
  useEffect(() => {
    latest.current = { isOpen, state };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each place that history has gone to
  useEffect(() => {
    isLeaving.current = false;
    // The answer to the last decision may come when somebody has gone on to another screen.
    return () => {
      isLeaving.current = true;
    };
  }, [key]);

  return {
    /** How the address of what is opened is gone to. */
    entryOf: ({ byItself = false } = {}) =>
      latest.current.isOpen || byItself
        ? { replace: true, state: latest.current.state }
        : { replace: false, state: OPENED_HERE },
    /** Closes it; where it was not opened from the list there is no way back, and the address has to be changed. */
    close: (changeAddress: () => void) => {
      // The browser goes back a moment later: pressed twice, it must not leave the screen.
      if (isLeaving.current) return;
      if (latest.current.state?.openedHere !== true) return changeAddress();
      isLeaving.current = true;
      void navigate(-1);
    },
  };
}
