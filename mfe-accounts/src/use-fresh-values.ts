import type { FormState } from '@partnerdesk/web';
import { useEffect } from 'react';

/**
 * Puts other values into a form, which stays: who has sent it keeps the focus.
 * @param start they are put in whenever it is another one; by default whenever they are others
 */
export function useFreshValues<Values extends object>(
  { reset }: Pick<FormState<Values>, 'reset'>,
  values: Values,
  start = JSON.stringify(values),
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` says when
  useEffect(() => reset(values), [reset, start]);
}
