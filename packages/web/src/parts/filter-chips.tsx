import { X } from '../icons';
import { singleClick } from '../single-click';

export interface FilterChip {
  key: string;
  /** `Status: Approved` */
  label: string;
  onRemove: () => void;
}

/** The filters in force, each with a way to take it off; nothing without any. */
export function FilterChips({ chips, onClear }: { chips: readonly FilterChip[]; onClear: () => void }) {
  if (chips.length === 0) return null;
  return (
    <ul className="pd-chips" aria-label="Filters">
      {chips.map(({ key, label, onRemove }) => (
        <li key={key} className="pd-chip">
          {label}
          <button type="button" aria-label={`Remove ${label}`} onClick={singleClick(onRemove)}>
            <X size={14} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" className="btn btn-link btn-sm" onClick={onClear}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}
