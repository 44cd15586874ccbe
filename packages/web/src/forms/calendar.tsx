import 'react-datepicker/dist/react-datepicker.css';
import './calendar.css';
import type { BusinessDay } from '@partnerdesk/contracts';
import { useEffect, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import FormSelect from 'react-bootstrap/FormSelect';
import DatePicker, { type ReactDatePickerCustomHeaderProps } from 'react-datepicker';
import { dateOfDay, dayOfDate } from './business-dates';

export interface CalendarProps {
  /** The chosen day; empty if there is none. */
  day: BusinessDay | '';
  today: BusinessDay;
  min?: BusinessDay;
  max?: BusinessDay;
  onPick: (day: BusinessDay) => void;
}

/** A month of days; arrows, Page Up and Page Down walk through it. It takes the focus when it comes. */
export function Calendar({ day, today, min, max, onPick }: CalendarProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frameRef.current?.scrollIntoView?.({ block: 'nearest' });
    frameRef.current
      ?.querySelector<HTMLElement>('.react-datepicker__day[tabindex="0"]')
      ?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={frameRef}>
      <DatePicker
        inline
        selected={dateOfDay(day) ?? null}
        openToDate={dateOfDay(day || today)}
        minDate={dateOfDay(min)}
        maxDate={dateOfDay(max)}
        // The business's today, which need not be the browser's.
        dayClassName={(date) => (dayOfDate(date) === today ? 'pd-today' : '')}
        // Each day has its whole name, in which the figure alone is no word: it is drawn, and not read beside it.
        renderDayContents={(dayOfMonth) => <span data-day={dayOfMonth} />}
        renderCustomHeader={(month) => <CalendarHeader {...month} today={today} min={min} max={max} />}
        onChange={(date: Date | null) => date && onPick(dayOfDate(date))}
      />
    </div>
  );
}

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
function CalendarHeader({ today, min, max, ...month }: CalendarHeaderProps) {
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
