import type { ImageForReview } from '@partnerdesk/contracts';
import { useEffect, useMemo, useRef } from 'react';
import type { PictureCellActions } from './picture-cell';

/** Actions that stay the same object: a thumbnail is rendered again only when something of it changed. */
export function useCellActions(latest: PictureCellActions): PictureCellActions {
  const ref = useRef(latest);
  useEffect(() => {
    ref.current = latest;
  });
  return useMemo(
    () => ({
      open: (picture: ImageForReview) => ref.current.open(picture),
      decide: (picture: ImageForReview, status: number) => ref.current.decide(picture, status),
      select: (picture: ImageForReview) => ref.current.select(picture),
    }),
    [],
  );
}
