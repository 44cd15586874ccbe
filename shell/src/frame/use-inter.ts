import { useLayoutEffect } from 'react';

/** Text is set in Inter from the first screen that is drawn after the font has come: what is being read never moves for it. */
export function useInter(): void {
  useLayoutEffect(() => {
    if (document.fonts.check('1em Inter')) document.documentElement.classList.add('pd-inter');
  }, []);
}
