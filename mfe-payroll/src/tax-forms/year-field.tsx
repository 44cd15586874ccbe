import { useId } from 'react';

interface YearFieldProps {
  years: readonly number[];
  year: number;
  onYear: (year: number) => void;
}

/** Which year is shown. */
export function YearField({ years, year, onYear }: YearFieldProps) {
  const id = useId();
  return (
    <span className="pay-actions">
      <label htmlFor={id}>Year</label>
      <select
        id={id}
        className="form-select w-auto"
        value={year}
        onChange={(event) => onYear(Number(event.target.value))}
      >
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </span>
  );
}
