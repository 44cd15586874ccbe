import { IMAGE_TYPE, type ImageType, type QueueName } from '@partnerdesk/contracts';
import { readJson, readStored, useConfiguration, useSession, writeStored } from '@partnerdesk/web';
import { useState } from 'react';

/** How pictures are shown until one is asked to be seen plainly. */
export interface Display {
  blur: boolean;
  grayscale: boolean;
}

/** Nobody has to see more than they need to: blurred until revealed, unless the person decides otherwise. */
const DEFAULT: Display = { blur: true, grayscale: false };

/** The signed-in person's display, remembered in this browser for them alone. */
export function useDisplay(): { display: Display; toggle: (what: keyof Display) => void } {
  const key = `partnerdesk.display.${useSession()?.emailAddress ?? ''}`;
  const [display, setDisplay] = useState<Display>(() => ({
    ...DEFAULT,
    ...(readJson(readStored(key) ?? '') as Partial<Display> | undefined),
  }));
  const toggle = (what: keyof Display) => {
    const next = { ...display, [what]: !display[what] };
    setDisplay(next);
    writeStored(key, JSON.stringify(next));
  };
  return { display, toggle };
}

/** Classes of a picture under this display. */
export function displayClass(display: Display, revealed: boolean): string {
  if (revealed) return '';
  return `${display.blur ? 'mod-blur' : ''} ${display.grayscale ? 'mod-gray' : ''}`.trim();
}

/** Whether what waits in a queue can be approved only after its picture was shown plainly (REVIEW_NEEDS_CLEAR_VIEW). */
export function useNeedsClearView(queue: QueueName | undefined): boolean {
  const { reviewNeedsClearView } = useConfiguration();
  return queue !== undefined && reviewNeedsClearView.includes(queue);
}

/** Why the button to approve it is disabled. */
export const SHOW_FIRST = 'Show the picture before you approve it';

/** Why a picture of this type has to be shown before it is approved. */
export const clearViewHint = (type: ImageType): string =>
  type === IMAGE_TYPE.photoId ? 'A photo id is approved by what can be read on it' : SHOW_FIRST;
