import { parseDay } from '@partnerdesk/contracts';
import { NO_PERIOD, type PeriodValues, useLocation, useSearchParams } from '@partnerdesk/web';
import { useEffect } from 'react';

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

/** undefined for an address that asks for nothing, or for what there cannot be. */
export function readStatisticsAddress(params: URLSearchParams): AskedStatistics | undefined {
  const startDate = parseDay(params.get('startDate') ?? '');
  const endDate = parseDay(params.get('endDate') ?? '');
  if (!startDate || !endDate || startDate > endDate) return undefined;
  const period = { period: params.get('period') ?? '', startDate, endDate };
  return { period, staffID: staffIdOf(params) };
}

interface Screen {
  showPeriod: (period: PeriodValues) => void;
  showStaff: (staffID: number) => void;
  /** undefined: nothing is asked for, and nothing is shown. */
  ask: (asked: AskedStatistics | undefined) => void;
}

/**
 * Period, dates and staff id are in the address, so that reload, back and a link show the same. Whoever asks goes to
 * an address; arriving at one, in whatever way, asks the server and fills the fields. A link that names a staff id
 * alone fills that field and asks nothing.
 * @returns goes to the address of what is asked for
 */
export function useStatisticsAddress({
  showPeriod,
  showStaff,
  ask,
}: Screen): (asked: AskedStatistics) => void {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again asks again
  useEffect(() => {
    const asked = readStatisticsAddress(params);
    showPeriod(asked?.period ?? NO_PERIOD);
    showStaff(staffIdOf(params));
    ask(asked);
  }, [key, params, showPeriod, showStaff, ask]);

  return ({ period: { period, startDate, endDate }, staffID }) => {
    const next = new URLSearchParams({
      ...(period && { period }),
      startDate,
      endDate,
      ...(staffID && { staffID: String(staffID) }),
    });
    setParams(next, { replace: next.toString() === params.toString() });
  };
}
