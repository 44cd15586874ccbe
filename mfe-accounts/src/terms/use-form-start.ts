import type { GroupChange } from '@partnerdesk/contracts';
import { isConflict } from '@partnerdesk/web';
import { useState } from 'react';

/**
 * When a form about terms starts again from what is saved: after each change. One that was refused because somebody else
 * was faster keeps what was typed while their change arrives, and can be saved upon it. The version of the record says
 * nothing: it is another one, too, when something else of the same record is saved, a name or an address.
 * @returns `start`: another one with each start; `watch`: a change, of which a conflict is noted
 */
export function useFormStart(changes: readonly Pick<GroupChange, 'number' | 'withdrawnBy'>[]) {
  const [kept, setKept] = useState<string>();
  const start = kept ?? changes.map(({ number, withdrawnBy }) => `${number}${withdrawnBy}`).join(' ');
  const watch = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      const result = await change;
      setKept(undefined);
      return result;
    } catch (error) {
      if (isConflict(error)) setKept(start);
      throw error;
    }
  };
  return { start, watch };
}

export type Watch = ReturnType<typeof useFormStart>['watch'];
