import { daysBetween, MESSAGE } from '@partnerdesk/contracts';
import { Button, useAlerts } from '@partnerdesk/web/core';
import { type FormEvent, useEffect } from 'react';
import { CompareField, PeriodDates, PresetField, usePeriod } from './period-fields';
import type { PeriodValues } from './period-values';

interface PeriodBarProps {
  /** What is shown. */
  values: PeriodValues;
  onChoose: (values: PeriodValues) => void;
  maxDays?: number;
}

/** The period of a part of a screen, and its comparison: one choice shows it. Other dates are folded away. */
export function PeriodBar({ values, onChoose, maxDays = Number.POSITIVE_INFINITY }: PeriodBarProps) {
  const period = usePeriod(MESSAGE.selectDateRange);
  const alerts = useAlerts();
  const { show } = period;
  const { period: preset, startDate, endDate, compare } = values;
  useEffect(
    () => show({ period: preset, startDate, endDate, compare }),
    [show, preset, startDate, endDate, compare],
  );
  const fields = { period, onPreset: onChoose, maxDays };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const range = period.take();
    if (!range) return;
    if (daysBetween(range.startDate, range.endDate) < maxDays) onChoose(period.values);
    else alerts.warning(`Please choose at most ${maxDays} days`);
  };
  return (
    <form aria-label="Days shown" noValidate className="pd-period-bar" onSubmit={submit}>
      <div className="pd-form-grid">
        <PresetField {...fields} />
        <CompareField {...fields} />
      </div>
      <details open={period.values.period === ''}>
        <summary>Other days</summary>
        <div className="pd-form-grid pd-period">
          <PeriodDates {...fields} />
          <Button type="submit" variant="outline-primary">
            Show
          </Button>
        </div>
      </details>
    </form>
  );
}
