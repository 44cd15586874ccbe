import { useState } from 'react';
import { isConflict } from './terms.api';

/**
 * The key of forms about a version: a saved one starts again from what was saved. One that was refused because somebody
 * else was faster keeps what was typed while their version arrives, and can be saved upon it.
 * @returns `watch`: a change, of which a conflict is noted
 */
export function useFormKey(version: number) {
  const [kept, setKept] = useState<number>();
  const key = kept ?? version;
  const watch = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      const result = await change;
      setKept(undefined);
      return result;
    } catch (error) {
      if (isConflict(error)) setKept(key);
      throw error;
    }
  };
  return { key, watch };
}

export type Watch = ReturnType<typeof useFormKey>['watch'];
