import type { MouseEvent } from 'react';

/**
 * What a click does, except the second one of a double click: that was meant for what has given way to the button.
 */
export const singleClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act();
  };
