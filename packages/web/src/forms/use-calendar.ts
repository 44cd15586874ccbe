import { MESSAGE } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web/core';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { CalendarProps } from './calendar';
import { onOutside } from './on-outside';

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
