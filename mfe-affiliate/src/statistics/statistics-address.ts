import { parseDay } from '@partnerdesk/contracts';
import { NO_PERIOD, type PeriodValues, useLocation, useSearchParams } from '@partnerdesk/web';
import { useEffect } from 'react';
import { type useStatisticsView, VIEW, type ViewMode } from './statistics-view';

/** What an address of the screen asks for. */
export interface AskedView {
  mode: ViewMode;
  period: PeriodValues;
}

const MODES: readonly ViewMode[] = [VIEW.paymentHistory, VIEW.saleSummary, VIEW.saleDetails];

/** undefined for an address that asks for nothing, or for what there cannot be. */
export function readStatisticsAddress(params: URLSearchParams): AskedView | undefined {
  const mode = MODES.find((known) => String(known) === params.get('view'));
  const startDate = parseDay(params.get('startDate') ?? '');
  const endDate = parseDay(params.get('endDate') ?? '');
  if (!mode || !startDate || !endDate || startDate > endDate) return undefined;
  return { mode, period: { period: params.get('period') ?? '', startDate, endDate } };
}

/**
 * View, period and dates are in the address, so that reload, back and a link show the same. Whoever asks goes to an
 * address; arriving at one, in whatever way, asks the server and puts its period into the fields.
 * @returns goes to the address of a view
 */
export function useStatisticsAddress(
  show: (period: PeriodValues) => void,
  { ask, clear }: Pick<ReturnType<typeof useStatisticsView>, 'ask' | 'clear'>,
): (view: AskedView) => void {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again asks again
  useEffect(() => {
    const asked = readStatisticsAddress(params);
    const { startDate, endDate } = asked?.period ?? NO_PERIOD;
    show(asked?.period ?? NO_PERIOD);
    if (asked) void ask(asked.mode, { startDate, endDate });
    else clear();
  }, [key, params, show, ask, clear]);

  return ({ mode, period: { period, startDate, endDate } }) => {
    const next = new URLSearchParams({ view: String(mode), ...(period && { period }), startDate, endDate });
    setParams(next, { replace: next.toString() === params.toString() });
  };
}
