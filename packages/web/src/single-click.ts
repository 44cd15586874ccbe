import type { MouseEvent } from 'react';

/** What a click does, except the second one of a double click: that would meet what has taken the button's place. */
export const singleClick =
  (act: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act();
  };
