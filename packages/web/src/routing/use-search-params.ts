import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams as useRouterParams } from 'react-router-dom';

/**
 * The query of the address, and what changes it: nothing, once the part of the screen that asks for it is gone. An answer
 * that comes after somebody has gone on would lead back to the screen that they left, over unsaved edits, too.
 */
export function useSearchParams(): ReturnType<typeof useRouterParams> {
  const [params, setParams] = useRouterParams();
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const set = useCallback<typeof setParams>(
    (next, how) => {
      if (!isGone.current) setParams(next, how);
    },
    [setParams],
  );
  return [params, set];
}
