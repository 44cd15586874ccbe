import { comparisonOf, NO_PERIOD, type PeriodValues, readPeriod, useAskedParams } from '@partnerdesk/web';
import { useCallback } from 'react';
import { type useStatisticsView, VIEW, type ViewMode } from './statistics-view';

interface AskedView {
  mode: ViewMode;
  period: PeriodValues;
}

const OPENING = { asked: { view: String(VIEW.saleSummary) } };

const MODES: readonly ViewMode[] = [VIEW.paymentHistory, VIEW.saleSummary, VIEW.saleDetails];

/** undefined for an address that asks for nothing, or for what there cannot be. */
function readStatisticsParams(params: URLSearchParams): AskedView | undefined {
  const mode = MODES.find((known) => String(known) === params.get('view'));
  const period = readPeriod(params);
  return mode && period && { mode, period };
}

/**
 * View, period and dates are in the address; one that names nothing opens with the sales of the period chosen last.
 * @returns goes to the address of a view
 */
export function useStatisticsParams(
  show: (period: PeriodValues) => void,
  { ask, clear }: Pick<ReturnType<typeof useStatisticsView>, 'ask' | 'clear'>,
): (view: AskedView) => void {
  const arrive = useCallback(
    (params: URLSearchParams) => {
      const asked = readStatisticsParams(params);
      const period = asked?.period ?? NO_PERIOD;
      const { startDate, endDate } = period;
      show(period);
      if (asked) void ask(asked.mode, { startDate, endDate, compare: comparisonOf(period) });
      else clear();
    },
    [show, ask, clear],
  );
  const goTo = useAskedParams(arrive, OPENING);
  return ({ mode, period }) => goTo({ view: String(mode), ...period });
}
