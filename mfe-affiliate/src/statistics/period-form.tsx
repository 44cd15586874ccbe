import { type DayRange, MESSAGE, PERIOD, type Period, periodRange } from '@partnerdesk/contracts';
import {
  type FieldTexts,
  type FormState,
  REQUIRED_TEXT,
  SelectField,
  TextField,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';

export interface PeriodValues {
  period: string;
  startDate: string;
  endDate: string;
}

const PRESETS = [
  { value: String(PERIOD.today), label: 'Today' },
  { value: String(PERIOD.yesterday), label: 'Yesterday' },
  { value: String(PERIOD.lastMonth), label: 'Last Month' },
  { value: String(PERIOD.thisMonth), label: 'This Month' },
];

const NO_PERIOD: PeriodValues = { period: '', startDate: '', endDate: '' };

/** Period and dates: a preset fills both dates; changing a date leaves the preset. */
export function usePeriod() {
  const { today } = useConfiguration();
  const alerts = useAlerts();
  const [values, setValues] = useState(NO_PERIOD);
  const [errors, setErrors] = useState<FieldTexts<PeriodValues>>({});

  const set = (name: keyof PeriodValues, value: string) => {
    setErrors({});
    if (name !== 'period') return setValues({ ...values, period: '', [name]: value });
    const range = periodRange(Number(value) as Period, today);
    setValues({ period: value, startDate: range?.startDate ?? '', endDate: range?.endDate ?? '' });
  };

  /** The chosen range; undefined, with an alert, if there is none. */
  const take = (): DayRange | undefined => {
    const { startDate, endDate } = values;
    const wrong: FieldTexts<PeriodValues> = {};
    if (!startDate) wrong.startDate = REQUIRED_TEXT;
    if (!endDate) wrong.endDate = REQUIRED_TEXT;
    else if (endDate < startDate) wrong.endDate = 'Before the start date';
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) return { startDate, endDate };
    alerts.warning(MESSAGE.selectDateRange);
    return undefined;
  };

  return { values, errors, set, take };
}

/** The period's fields. */
export function PeriodFields({ period }: { period: ReturnType<typeof usePeriod> }) {
  const { today } = useConfiguration();
  const form = { values: period.values, errors: period.errors, set: period.set } as FormState<PeriodValues>;
  return (
    <div className="pd-form-grid">
      <SelectField form={form} name="period" label="Period" options={PRESETS} placeholder="Select..." />
      <TextField form={form} name="startDate" label="Start date" type="date" max={today} />
      <TextField form={form} name="endDate" label="End date" type="date" max={today} />
    </div>
  );
}
