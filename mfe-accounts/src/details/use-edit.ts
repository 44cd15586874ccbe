import {
  ACCOUNT_KINDS,
  ACCOUNT_RECORD,
  type AccountKind,
  type AccountRecords,
  matches,
} from '@partnerdesk/contracts';
import { type RefObject, useEffect, useRef } from 'react';
import { useLazyGetAccountQuery } from '../accounts.api';
import { fieldOf } from '../kinds/kind-definition';

/**
 * What was pressed goes away when a panel turns from reading to editing and back: the focus goes on to the first field,
 * and afterwards back to the button that it came from (data-edits), instead of getting lost; where that is gone, to the
 * text that says what holds now, never to another button: a second Enter would press it.
 * @param editing what is edited; falsy: nothing
 * @returns to be put on what holds the panel
 */
export function useEditFocus(editing: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    const next = editing
      ? find('input, select, textarea')
      : (find(`[data-edits="${before.current}"]`) ?? find('[tabindex="-1"]'));
    before.current = editing;
    next?.focus();
  }, [editing]);
  return ref;
}

/**
 * What is on screen after a save. A truthy answer is success (docs/PRODUCT.md §8): the saved record, or `true`, and then
 * the record is read again because the next save needs its version.
 * @returns finds the record by the save's answer; undefined for a falsy answer, which is no success
 */
export function useSavedRecord<Kind extends AccountKind>(kind: Kind, id: number) {
  const [read] = useLazyGetAccountQuery();
  const isOurs = (found: unknown): found is AccountRecords[Kind] =>
    matches(ACCOUNT_RECORD[kind], found) && fieldOf(found, ACCOUNT_KINDS[kind].id) === id;
  return async (answer: unknown, sent: AccountRecords[Kind]): Promise<AccountRecords[Kind] | undefined> => {
    if (!answer) return undefined;
    if (isOurs(answer)) return answer;
    const now = await read({ kind, id })
      .unwrap()
      .catch(() => null);
    return isOurs(now) ? now : sent;
  };
}
