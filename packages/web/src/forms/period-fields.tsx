import {
  type BusinessDay,
  type DayRange,
  daysBetween,
  MESSAGE,
  PERIOD,
  type Period,
  periodRange,
} from '@partnerdesk/contracts';
import { Button, useAlerts, useAttempt, useConfiguration } from '@partnerdesk/web/core';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { DateField } from './date-field';
import { SelectField } from './fields';
import { NO_PERIOD, type PeriodValues, presetValues } from './period-values';
import { REQUIRED_TEXT } from './rules';
import type { FieldTexts, FormState } from './use-form';

const PRESETS = [
  { value: String(PERIOD.today), label: 'Today' },
  { value: String(PERIOD.yesterday), label: 'Yesterday' },
  { value: String(PERIOD.lastMonth), label: 'Last Month' },
  { value: String(PERIOD.thisMonth), label: 'This Month' },
  { value: String(PERIOD.last7Days), label: 'Last 7 Days' },
  { value: String(PERIOD.last30Days), label: 'Last 30 Days' },
  { value: String(PERIOD.last90Days), label: 'Last 90 Days' },
  { value: String(PERIOD.thisQuarter), label: 'This Quarter' },
  { value: String(PERIOD.thisYear), label: 'This Year' },
  { value: String(PERIOD.allTime), label: 'All Time' },
];

/** The preset whose dates these are: `chosen` if it is one, for on the first of a month two are the same day. */
function presetOf({ period: chosen, startDate, endDate }: PeriodValues, today: BusinessDay): string {
  const isPreset = (value: string) => {
    const range = periodRange(Number(value) as Period, today);
    return range?.startDate === startDate && range.endDate === endDate;
  };
  return [chosen, ...PRESETS.map(({ value }) => value)].find(isPreset) ?? '';
}

/**
 * Period and dates that agree with each other: a preset fills both dates; dates that are a preset's choose it, any
 * others leave it.
 * @param missingText the alert when a date is missing (docs/PRODUCT.md §5)
 */
export function usePeriod(missingText: string) {
  const { today } = useConfiguration();
  const alerts = useAlerts();
  const startAttempt = useAttempt();
  const [values, setValues] = useState(NO_PERIOD);
  const [errors, setErrors] = useState<FieldTexts<PeriodValues>>({});

  /** Takes all three from elsewhere, such as the address; a period that has other dates by now is left. */
  const show = useCallback(
    (next: PeriodValues) => {
      setErrors({});
      setValues({ ...next, period: presetOf(next, today) });
    },
    [today],
  );

  const set = (name: keyof PeriodValues, value: string) => {
    const preset = name === 'period' && (presetValues(value, today) ?? NO_PERIOD);
    show(preset ? { ...preset, compare: values.compare } : { ...values, [name]: value });
  };

  /** The chosen range; undefined, with an alert, if there is none. */
  const take = (): DayRange | undefined => {
    startAttempt();
    const { startDate, endDate } = values;
    const wrong: FieldTexts<PeriodValues> = {};
    if (!startDate) wrong.startDate = REQUIRED_TEXT;
    if (!endDate) wrong.endDate = REQUIRED_TEXT;
    else if (endDate < startDate) wrong.endDate = 'Before the start date';
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) return { startDate, endDate };
    alerts.warning(missingText);
    return undefined;
  };

  return { values, errors, set, show, take };
}

interface PeriodFieldsProps {
  period: ReturnType<typeof usePeriod>;
  /** Called with a preset, or another comparison, that was chosen: one choice shows it, without a further button. */
  onPreset?: (values: PeriodValues) => void;
  /** Presets of more days are not offered. */
  maxDays?: number;
  /** The screen compares the period with another one. */
  compares?: boolean;
}

const COMPARED_WITH = [
  { value: '', label: 'Period before' },
  { value: 'year', label: 'A year before' },
];

/** What the fields of a period write to. */
function usePeriodForm({ period, onPreset }: PeriodFieldsProps) {
  const { today } = useConfiguration();
  const set = (name: keyof PeriodValues, value: string) => {
    period.set(name, value);
    const { startDate, endDate, compare } = period.values;
    const isShown = startDate !== '' && endDate >= startDate;
    const chosen =
      name === 'period'
        ? presetValues(value, today, compare)
        : name === 'compare' && isShown && { ...period.values, compare: value };
    if (chosen) onPreset?.(chosen);
  };
  return { values: period.values, errors: period.errors, set } as FormState<PeriodValues>;
}

function PresetField(props: PeriodFieldsProps) {
  const { today } = useConfiguration();
  const { maxDays = Number.POSITIVE_INFINITY } = props;
  const presets = PRESETS.filter(({ value }) => {
    const range = presetValues(value, today);
    return range && daysBetween(range.startDate, range.endDate) < maxDays;
  });
  return (
    <SelectField
      form={usePeriodForm(props)}
      name="period"
      label="Period"
      options={presets}
      placeholder="Select..."
    />
  );
}

function PeriodDates(props: PeriodFieldsProps) {
  const { today } = useConfiguration();
  const form = usePeriodForm(props);
  return (
    <>
      <DateField form={form} name="startDate" label="Start date" max={today} />
      <DateField form={form} name="endDate" label="End date" max={today} />
    </>
  );
}

function CompareField(props: PeriodFieldsProps) {
  return (
    <SelectField
      form={usePeriodForm(props)}
      name="compare"
      label="Compare with"
      options={COMPARED_WITH}
      withoutEmpty
    />
  );
}

/** The period's fields; they stand in a grid of fields. */
export function PeriodFields(props: PeriodFieldsProps) {
  return (
    <>
      <PresetField {...props} />
      <PeriodDates {...props} />
      {props.compares && <CompareField {...props} />}
    </>
  );
}

interface PeriodBarProps {
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
