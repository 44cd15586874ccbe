import {
  ACCOUNT_KINDS,
  ACCOUNT_RECORD,
  type AccountKind,
  type AccountRecords,
  matches,
} from '@partnerdesk/contracts';
import { useCallback } from 'react';
import { useLazyGetAccountQuery } from '../accounts.api';
import { fieldOf } from '../kinds/kind-definition';

/**
 * What is on screen after a save. A truthy answer is success (docs/PRODUCT.md §8): the saved record, or `true`, and then
 * the record is read again because the next save needs its version.
 * @returns finds the record by the save's answer; undefined for a falsy answer, which is no success
 */
export function useSavedRecord<Kind extends AccountKind>(kind: Kind, id: number) {
  const [read] = useLazyGetAccountQuery();
  return useCallback(
    async (answer: unknown, sent: AccountRecords[Kind]): Promise<AccountRecords[Kind] | undefined> => {
      if (!answer) return undefined;
      const isOurs = (found: unknown): found is AccountRecords[Kind] =>
        matches(ACCOUNT_RECORD[kind], found) && fieldOf(found, ACCOUNT_KINDS[kind].id) === id;
      if (isOurs(answer)) return answer;
      const now = await read({ kind, id })
        .unwrap()
        .catch(() => null);
      return isOurs(now) ? now : sent;
    },
    [kind, id, read],
  );
}
