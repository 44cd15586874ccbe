import { useCallback, useMemo, useRef, useState } from 'react';

/** Which items have a decision under way: until its answer a second one about the same item is ignored. */
export function useUnderWay() {
  // State comes a render too late for a key that is pressed twice.
  const now = useRef<ReadonlySet<number>>(new Set());
  const [ids, setIds] = useState(now.current);
  const has = useCallback((id: number) => now.current.has(id), []);
  const run = useCallback(
    /**
     * @param items ids that the work decides on
     * @returns undefined, with nothing done, while one of them has a decision under way
     */
    async <Result>(items: readonly number[], work: () => Promise<Result>): Promise<Result | undefined> => {
      if (items.some(has)) return undefined;
      const change = (next: Iterable<number>) => {
        now.current = new Set(next);
        setIds(now.current);
      };
      change([...now.current, ...items]);
      try {
        return await work();
      } finally {
        change([...now.current].filter((id) => !items.includes(id)));
      }
    },
    [has],
  );
  /** `ids` as last drawn; `has` answers for this very moment. */
  return useMemo(() => ({ ids, has, run }), [ids, has, run]);
}

export type UnderWay = ReturnType<typeof useUnderWay>;
