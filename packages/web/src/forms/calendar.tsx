import type { BusinessDay } from '@partnerdesk/contracts';
import { useEffect, useRef } from 'react';
import DatePicker from 'react-datepicker';
import { dateOfDay, dayOfDate } from './business-dates';
import { CalendarHeader } from './calendar-header';
import 'react-datepicker/dist/react-datepicker.css';
import './calendar.css';

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
