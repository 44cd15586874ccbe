import { MESSAGE } from '@partnerdesk/contracts';
import {
  comparisonOf,
  Panel,
  PeriodFields,
  type PeriodValues,
  Screen,
  SubmitButton,
  TextField,
  useAlerts,
  usePeriod,
} from '@partnerdesk/web';
import { type FormEvent, useCallback, useState } from 'react';
import { Results } from './results';
import { SITE, STAFF } from './statistics.api';
import { type AskedStatistics, useStatisticsParams } from './statistics-params';
import { useStatistics } from './use-statistics';

/** 'Site Stats' (docs/PRODUCT.md §2). */
export function SiteStatisticsScreen() {
  return <StatisticsScreen statsType={SITE} title="Site Stats" />;
}

/** 'Staff Stats': the same with a staff id. */
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
  const askFor = useCallback(
    (asked: AskedStatistics | undefined) => {
      if (!asked) return ask(undefined);
      const { startDate, endDate } = asked.period;
      const compare = comparisonOf(asked.period);
      ask({ statsType, startDate, endDate, compare, staffID: statsType === STAFF ? asked.staffID : 0 });
    },
    [ask, statsType],
  );
  const goTo = useStatisticsParams({
    showPeriod: period.show,
    showStaff: staff.show,
    ask: askFor,
  });
  const show = (event: FormEvent) => {
    event.preventDefault();
    const range = period.take();
    const staffID = statsType === STAFF ? staff.take() : 0;
    if (range && staffID !== undefined) goTo({ period: period.values, staffID });
  };
  const showPreset = (values: PeriodValues) => {
    const staffID = statsType === STAFF ? staff.take() : 0;
    if (staffID !== undefined) goTo({ period: values, staffID });
  };
  return (
    <Screen title={title}>
      <Panel className="pd-no-print">
        <form aria-label={title} noValidate onSubmit={show}>
          <div className="pd-form-grid pd-period">
            <PeriodFields period={period} onPreset={showPreset} compares />
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

/** The staff id's field: a whole number from 0. */
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
