import { useSession } from '@partnerdesk/web';
import { useState } from 'react';

/** How pictures are shown until one is asked to be seen plainly. */
export interface Care {
  blur: boolean;
  grayscale: boolean;
}

/** Nobody has to see more than they need to: blurred until revealed, unless the person decides otherwise. */
const DEFAULT: Care = { blur: true, grayscale: false };

const keyOf = (emailAddress: string) => `partnerdesk.care.${emailAddress}`;

function readCare(emailAddress: string): Care {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(keyOf(emailAddress)) ?? '{}') };
  } catch {
    return DEFAULT;
  }
}

/** The signed-in person's care, remembered in this browser for them alone. */
export function useCare(): { care: Care; toggle: (what: keyof Care) => void } {
  const emailAddress = useSession()?.emailAddress ?? '';
  const [care, setCare] = useState(() => readCare(emailAddress));
  const toggle = (what: keyof Care) => {
    const next = { ...care, [what]: !care[what] };
    setCare(next);
    try {
      localStorage.setItem(keyOf(emailAddress), JSON.stringify(next));
    } catch {
      // A browser that keeps nothing: it holds as long as the screen is open.
    }
  };
  return { care, toggle };
}

/** Classes of a picture under this care. */
export function careClass(care: Care, revealed: boolean): string {
  if (revealed) return '';
  return `${care.blur ? 'mod-blur' : ''} ${care.grayscale ? 'mod-gray' : ''}`.trim();
}
