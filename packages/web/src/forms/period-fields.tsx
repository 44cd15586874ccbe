import { type BusinessDay, type DayRange, PERIOD, type Period, periodRange } from '@partnerdesk/contracts';
import { useAlerts, useAttempt, useConfiguration } from '@partnerdesk/web/core';
import { useCallback, useState } from 'react';
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
    const range = periodRange(Number(value) as Period, today);
    if (name !== 'period') show({ ...values, [name]: value });
    else show({ period: value, startDate: range?.startDate ?? '', endDate: range?.endDate ?? '' });
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

/** The period's fields; they stand in a grid of fields. */
export function PeriodFields({ period }: { period: ReturnType<typeof usePeriod> }) {
  const { today } = useConfiguration();
  const form = { values: period.values, errors: period.errors, set: period.set } as FormState<PeriodValues>;
  return (
    <>
      <SelectField form={form} name="period" label="Period" options={PRESETS} placeholder="Select..." />
      <DateField form={form} name="startDate" label="Start date" max={today} />
      <DateField form={form} name="endDate" label="End date" max={today} />
    </>
  );
}

/** The presets, one click each. */
export function PresetButtons({
  chosen,
  onChoose,
}: {
  chosen: string;
  onChoose: (values: PeriodValues) => void;
}) {
  const { today } = useConfiguration();
  return (
    <fieldset className="btn-group" aria-label="Presets">
      {PRESETS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={`btn btn-outline-primary btn-sm ${value === chosen ? 'active' : ''}`}
          aria-pressed={value === chosen}
          onClick={() => {
            const values = presetValues(value, today);
            if (values) onChoose(values);
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
