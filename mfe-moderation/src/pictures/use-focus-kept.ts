import { type FocusEvent, useCallback, useEffect, useMemo, useRef } from 'react';

/**
 * The thumbnails are drawn anew when a picture is opened or closed, and a button goes with its decision: who had the
 * focus in there goes on in the open picture; the list takes it back (PictureGrid).
 * @param openID undefined: none is open
 */
export function useFocusKept(openID: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  const isLost = useCallback(() => isInside.current && !ref.current?.contains(document.activeElement), []);
  useEffect(() => {
    if (openID !== undefined && isLost())
      ref.current?.querySelector<HTMLElement>('.mod-viewer')?.focus({ preventScroll: true });
  }, [openID, isLost]);
  const props = useMemo(
    () => ({
      ref,
      onFocus: () => {
        isInside.current = true;
      },
      // What goes away with the focus does not say so.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        isInside.current = currentTarget.contains(relatedTarget);
      },
    }),
    [],
  );
  return { props, isLost };
}
