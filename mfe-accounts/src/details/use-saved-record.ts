import { ACCOUNT_WIRE, type AccountKind } from '@partnerdesk/contracts';
import { useCallback } from 'react';
import { type AccountRecord, useLazyGetAccountQuery } from '../accounts.api';
import { fieldOf } from '../kinds/kind-definition';

/**
 * What is on screen after a save. A truthy answer is success (docs/PRODUCT.md §8): the saved record, or `true`, and then
 * the record is read again because the next save needs its version.
 * @returns finds the record by the save's answer; undefined for a falsy answer, which is no success
 */
export function useSavedRecord(kind: AccountKind, id: number) {
  const [read] = useLazyGetAccountQuery();
  return useCallback(
    async <Saved extends AccountRecord>(answer: unknown, sent: Saved): Promise<Saved | undefined> => {
      if (!answer) return undefined;
      if (isRecordOf(kind, id, answer)) return answer as Saved;
      const now = await read({ kind, id })
        .unwrap()
        .catch(() => null);
      return (now as Saved | null) ?? sent;
    },
    [kind, id, read],
  );
}

function isRecordOf(kind: AccountKind, id: number, answer: unknown): boolean {
  return typeof answer === 'object' && fieldOf(answer as AccountRecord, ACCOUNT_WIRE[kind].id) === id;
}
