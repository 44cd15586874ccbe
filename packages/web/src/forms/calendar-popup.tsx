import { type BusinessDay, MESSAGE } from '@partnerdesk/contracts';
import { Loading, useAlerts, useConfiguration } from '@partnerdesk/web/core';
import {
  type ComponentType,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CalendarProps } from './calendar';
import { onOutside } from './on-outside';

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

/** The calendar's code is as large as the rest of the fields together: it comes when it is asked for. */
const loadCalendar = () => import('./calendar');

/** A calendar that opens beside a field: closed by Escape, a press elsewhere, and by leaving it. */
export function useCalendar() {
  const alerts = useAlerts();
  const frameRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>();

  const close = useCallback(() => {
    buttonRef.current?.focus();
    setOpen(false);
  }, []);

  const prepare = () => void loadCalendar().catch(() => undefined);

  const show = () => {
    setOpen(true);
    loadCalendar().then(
      (module) => setCalendar(() => module.Calendar),
      () => {
        setOpen(false);
        alerts.danger(MESSAGE.genericError);
      },
    );
  };

  useEffect(() => (open ? onOutside(frameRef, () => setOpen(false)) : undefined), [open]);

  return { open, Calendar, frameRef, buttonRef, prepare, show, close };
}
