import { useState } from 'react';

/** Which pictures are shown plainly, one by one, until the screen is left. */
export function useReveal() {
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set());
  const toggle = (photoID: number) => {
    const next = new Set(revealed);
    if (!next.delete(photoID)) next.add(photoID);
    setRevealed(next);
  };
  return { revealed, toggle };
}
