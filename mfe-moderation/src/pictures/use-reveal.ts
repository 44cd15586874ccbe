import { useState } from 'react';

/** Which pictures are shown plainly, one by one, until the screen is left. */
export function useReveal() {
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set());
  const toggle = (photoID: number) =>
    setRevealed((before) => {
      const next = new Set(before);
      if (!next.delete(photoID)) next.add(photoID);
      return next;
    });
  return { revealed, toggle };
}
