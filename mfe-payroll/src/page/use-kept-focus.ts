import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * A person who has pressed a button that goes with its step stays where it was, and goes on with the next button.
 * @param step another one may have another button, or none
 */
export function useKeptFocus(step: string) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    const place = ref.current;
    const isGone = document.activeElement === document.body && last.current?.isConnected === false;
    if (!place || (!isGone && document.activeElement !== place)) return;
    (place.querySelector<HTMLElement>(':scope > button') ?? place).focus({ preventScroll: true });
  }, [step]);
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) last.current = null;
    },
  };
}
