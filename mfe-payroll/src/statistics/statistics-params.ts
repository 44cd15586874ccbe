import { NO_PERIOD, type PeriodValues, readPeriod, useAskedParams } from '@partnerdesk/web';
import { useCallback } from 'react';

/** What an address of the screen asks for. */
export interface AskedStatistics {
  period: PeriodValues;
  /** 0: all staff together, or the site. */
  staffID: number;
}

const staffIdOf = (params: URLSearchParams) => {
  const text = params.get('staffID') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
};

interface Screen {
  showPeriod: (period: PeriodValues) => void;
  showStaff: (staffID: number) => void;
  /** undefined: nothing is asked for, and nothing is shown. */
  ask: (asked: AskedStatistics | undefined) => void;
}

/**
 * Period, dates and staff id are in the address. A link that names a staff id alone fills that field and asks nothing;
 * an address that names nothing opens with the period that was chosen last.
 * @returns goes to the address of what is asked for
 */
export function useStatisticsParams({
  showPeriod,
  showStaff,
  ask,
}: Screen): (asked: AskedStatistics) => void {
  const arrive = useCallback(
    (params: URLSearchParams) => {
      const period = readPeriod(params);
      const staffID = staffIdOf(params);
      showPeriod(period ?? NO_PERIOD);
      showStaff(staffID);
      ask(period && { period, staffID });
    },
    [showPeriod, showStaff, ask],
  );
  const goTo = useAskedParams(arrive);
  return ({ period, staffID }) => goTo({ ...period, staffID: staffID ? String(staffID) : '' });
}
