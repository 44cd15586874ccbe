import { useMedia } from '@partnerdesk/web';
import { type FocusEvent, useCallback, useEffect, useMemo, useRef } from 'react';

/** Here the decisions stay at the lower edge, however far what is known of a picture is scrolled (moderation.css). */
const PHONE = '(max-width: 47.99rem)';

/**
 * Brings a picture that is opened into view, and keeps the focus: thumbnails and buttons go when a picture is opened or
 * decided. Who had it in there goes on in the open picture; the list takes it back (PictureGrid).
 */
export function useOpenedInView(openID: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  const isLost = useCallback(() => isInside.current && !ref.current?.contains(document.activeElement), []);
  const isPhone = useMedia(PHONE);
  const openedLast = useRef(openID);
  useEffect(() => {
    if (openID !== undefined && (isPhone || openedLast.current === undefined)) window.scrollTo(0, 0);
    openedLast.current = openID;
  }, [openID, isPhone]);
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
