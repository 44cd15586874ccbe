import { Key } from '../key';
import type { Display } from './use-display';

/** How a picture that was opened is shown. */
export interface PhotoShow {
  display: Display;
  revealed: boolean;
  onReveal: () => void;
  /** Said over it besides, e.g. why it has to be shown. */
  hint?: string;
}

/** Whether somebody has to ask for the picture first. */
export const isCovered = ({ display, revealed }: Pick<PhotoShow, 'display' | 'revealed'>): boolean =>
  !revealed && (display.blur || display.grayscale);

/** Over a picture that is blurred or gray: shows it plainly. The text has a ground of its own, whatever the picture. */
export function Cover({ display, revealed, onReveal, hint }: PhotoShow) {
  if (!isCovered({ display, revealed })) return null;
  return (
    <button type="button" className="mod-cover" onClick={onReveal}>
      <span className="mod-over-picture">
        Show it <Key>V</Key>
        {hint && <small>{hint}</small>}
      </span>
    </button>
  );
}
