import { useSyncExternalStore } from 'react';

/** Below this the site's header folds its menu (shell/src/frame/site.css), and a list and its details take turns. */
export const NARROW = '(max-width: 61.99rem)';

/** Whether a media query holds now, and from then on; false where there is no window to ask, as in tests. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    () => window.matchMedia?.(query).matches ?? false,
  );
}
