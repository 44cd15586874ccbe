import type { BusinessDay } from '@partnerdesk/contracts';
import { Loading, useConfiguration } from '@partnerdesk/web/core';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { CalendarProps } from './calendar';
import type { useCalendar } from './use-calendar';

interface CalendarPopupProps extends Omit<CalendarProps, 'today'> {
  calendar: ReturnType<typeof useCalendar>;
  day: BusinessDay | '';
}

/** Where the calendar opens: within its field, so that it is part of a dialog that the field stands in. */
export function CalendarPopup({ calendar, ...props }: CalendarPopupProps) {
  const { today } = useConfiguration();
  const { Calendar, close } = calendar;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // It ends where its field ends, unless it would begin outside the window.
    const place = () => {
      ref.current?.classList.remove('pd-calendar-start');
      if ((ref.current?.getBoundingClientRect().left ?? 0) < 0)
        ref.current?.classList.add('pd-calendar-start');
    };
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A dialog around it stays.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <div
      ref={ref}
      className="pd-calendar"
      role="dialog"
      aria-label="Calendar"
      tabIndex={-1}
      onKeyDownCapture={closeOnEscape}
    >
      {Calendar ? <Calendar {...props} today={today} /> : <Loading />}
    </div>
  );
}
