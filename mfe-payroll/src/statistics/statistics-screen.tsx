import { MESSAGE } from '@partnerdesk/contracts';
import {
  comparisonOf,
  NO_PERIOD,
  Panel,
  PeriodFields,
  type PeriodValues,
  readPeriod,
  Screen,
  SubmitButton,
  TextField,
  useAlerts,
  useAskedParams,
  usePeriod,
} from '@partnerdesk/web';
import { type FormEvent, useCallback, useState } from 'react';
import { Results } from './results';
import { SITE, STAFF, useStatistics } from './statistics.api';

/** 'Site Stats' (docs/PRODUCT.md §2). */
export function SiteStatisticsScreen() {
  return <StatisticsScreen statsType={SITE} title="Site Stats" />;
}

export function StaffStatisticsScreen() {
  return <StatisticsScreen statsType={STAFF} title="Staff Stats" />;
}

interface StatisticsScreenProps {
  statsType: typeof SITE | typeof STAFF;
  title: string;
}

function StatisticsScreen({ statsType, title }: StatisticsScreenProps) {
  const period = usePeriod(MESSAGE.selectStatisticsDates);
  const staff = useStaffId();
  const { data, isFetching, isLive, ask } = useStatistics();
  const [showPeriod, showStaff] = [period.show, staff.show];
  // A link that names a staff id alone fills that field and asks nothing.
  const arrive = useCallback(
    (params: URLSearchParams) => {
      const asked = readPeriod(params);
      const staffID = staffIdOf(params);
      showPeriod(asked ?? NO_PERIOD);
      showStaff(staffID);
      if (!asked) return ask(undefined);
      const { startDate, endDate } = asked;
      const compare = comparisonOf(asked);
      ask({ statsType, startDate, endDate, compare, staffID: statsType === STAFF ? staffID : 0 });
    },
    [showPeriod, showStaff, ask, statsType],
  );
  const goTo = useAskedParams(arrive);
  const showStatistics = (values: PeriodValues, isPeriod = true) => {
    const staffID = statsType === STAFF ? staff.take() : 0;
    if (isPeriod && staffID !== undefined) goTo({ ...values, staffID: staffID ? String(staffID) : '' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showStatistics(period.values, period.take() !== undefined);
  };
  return (
    <Screen title={title}>
      <Panel className="pd-no-print">
        <form aria-label={title} noValidate onSubmit={submit}>
          <div className="pd-form-grid pd-period">
            <PeriodFields period={period} onPreset={(values) => showStatistics(values)} compares />
            {statsType === STAFF && (
              <TextField
                form={staff.form}
                name="staffID"
                label="Staff ID"
                type="number"
                inputMode="numeric"
                min={0}
                hint="0 or empty: all staff together"
              />
            )}
          </div>
          <div className="pd-actions">
            <SubmitButton submitting={isFetching}>Show Statistics</SubmitButton>
          </div>
        </form>
      </Panel>
      {data && <Results loaded={data} isLive={isLive} />}
    </Screen>
  );
}

function useStaffId() {
  const alerts = useAlerts();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const form = {
    values: { staffID: text },
    errors: error ? { staffID: error } : {},
    set: (_: 'staffID', value: string) => {
      setText(value);
      setError(undefined);
    },
  } as unknown as Parameters<typeof TextField<{ staffID: string }>>[0]['form'];

  const show = useCallback((staffID: number) => {
    setText(staffID ? String(staffID) : '');
    setError(undefined);
  }, []);

  /** 0 without one; undefined, with an alert, for what is no id. */
  const take = (): number | undefined => {
    const staffID = Number(text.trim() || 0);
    if (Number.isSafeInteger(staffID) && staffID >= 0) return staffID;
    const problem = 'Staff ID must be a whole number, 0 or more';
    setError(problem);
    alerts.warning(problem);
    return undefined;
  };
  return { form, show, take };
}

const staffIdOf = (params: URLSearchParams) => {
  const text = params.get('staffID') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
};
