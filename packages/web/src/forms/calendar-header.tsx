import type { BusinessDay } from '@partnerdesk/contracts';
import Button from 'react-bootstrap/Button';
import FormSelect from 'react-bootstrap/FormSelect';
import type { ReactDatePickerCustomHeaderProps } from 'react-datepicker';

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long' }).format(new Date(2000, month, 1)),
);

/** Where nothing bounds the choice, so many years before today are offered, and after it. */
const YEARS_BEFORE = 10;
const YEARS_AFTER = 2;

interface CalendarHeaderProps extends ReactDatePickerCustomHeaderProps {
  today: BusinessDay;
  min?: BusinessDay;
  max?: BusinessDay;
}

/** Month and year by name, and the months before and after. */
export function CalendarHeader({ today, min, max, ...month }: CalendarHeaderProps) {
  const shown = month.date.getFullYear();
  const yearOf = (day: BusinessDay) => Number(day.slice(0, 4));
  const first = Math.min(shown, min ? yearOf(min) : yearOf(max ?? today) - YEARS_BEFORE);
  const last = Math.max(shown, max ? yearOf(max) : yearOf(today) + YEARS_AFTER);
  const years = Array.from({ length: last - first + 1 }, (_, index) => last - index);
  return (
    <div className="pd-calendar-header">
      <Button
        variant=""
        size="sm"
        className="pd-icon-button"
        aria-label="Previous month"
        disabled={month.prevMonthButtonDisabled}
        onClick={month.decreaseMonth}
      >
        ‹
      </Button>
      <FormSelect
        size="sm"
        aria-label="Month"
        value={month.date.getMonth()}
        onChange={(event) => month.changeMonth(Number(event.target.value))}
      >
        {MONTHS.map((name, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </FormSelect>
      <FormSelect
        size="sm"
        aria-label="Year"
        value={shown}
        onChange={(event) => month.changeYear(Number(event.target.value))}
      >
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </FormSelect>
      <Button
        variant=""
        size="sm"
        className="pd-icon-button"
        aria-label="Next month"
        disabled={month.nextMonthButtonDisabled}
        onClick={month.increaseMonth}
      >
        ›
      </Button>
    </div>
  );
}
