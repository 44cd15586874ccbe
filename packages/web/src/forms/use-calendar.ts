import { MESSAGE } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web/core';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { CalendarProps } from './calendar';

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

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (!frameRef.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  return { open, Calendar, frameRef, buttonRef, prepare, show, close };
}
