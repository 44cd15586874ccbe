interface RowBoxProps {
  /** For screen readers: the column shows no text. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
}

/** Selects a row, or all of them. */
export function RowBox({ label, checked, disabled = false, onChange }: RowBoxProps) {
  return (
    <label className="pay-box">
      <input
        type="checkbox"
        className="form-check-input"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
    </label>
  );
}
