import type { Care } from './use-care';

/** How a picture that was opened is shown. */
export interface PhotoShow {
  care: Care;
  revealed: boolean;
  onReveal: () => void;
  /** Said over it besides, e.g. why it has to be shown. */
  hint?: string;
}

/** Whether somebody has to ask for the picture first. */
export const isCovered = ({ care, revealed }: Pick<PhotoShow, 'care' | 'revealed'>): boolean =>
  !revealed && (care.blur || care.grayscale);

/** Over a picture that is blurred or gray: shows it plainly. The text has a ground of its own, whatever the picture. */
export function Cover({ care, revealed, onReveal, hint }: PhotoShow) {
  if (!isCovered({ care, revealed })) return null;
  return (
    <button type="button" className="mod-cover" onClick={onReveal}>
      <span className="mod-over-picture">
        Show it{' '}
        <span className="mod-key" aria-hidden="true">
          V
        </span>
        {hint && <small>{hint}</small>}
      </span>
    </button>
  );
}
