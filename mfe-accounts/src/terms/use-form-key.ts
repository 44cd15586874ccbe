import type { GroupChange } from '@partnerdesk/contracts';
import { isConflict } from '@partnerdesk/web';
import { useState } from 'react';

/**
 * The key of forms about terms: a saved one starts again from what was saved. One that was refused because somebody else
 * was faster keeps what was typed while their change arrives, and can be saved upon it. The version of the record is no
 * key: it is another one, too, when something else of the same record is saved, a name or an address.
 * @returns `watch`: a change, of which a conflict is noted
 */
export function useFormKey(changes: readonly Pick<GroupChange, 'number' | 'withdrawnBy'>[]) {
  const [kept, setKept] = useState<string>();
  const key = kept ?? changes.map(({ number, withdrawnBy }) => `${number}${withdrawnBy}`).join(' ');
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
