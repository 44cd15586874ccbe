import { daysBetween } from '@partnerdesk/contracts';
import { useConfiguration, useLocation, useSearchParams } from '@partnerdesk/web/core';
import { useEffect } from 'react';
import {
  addressOfAsked,
  NO_PERIOD,
  openingPeriod,
  type PeriodValues,
  rememberedPeriod,
  rememberPeriod,
} from './period-values';

interface Opening {
  /** What a visit asks for besides the period; an address that names some of it alone is a visit too. */
  asked?: Record<string, string>;
  /** A longer period is not brought along from another screen. */
  maxDays?: number;
}

/**
 * What a screen asks the server is in its address, so that reload, back and a link show the same. A question is a
 * navigation to an address; each arrival at an address, in whatever way, sends the request. A visit without any question
 * opens with the period that was chosen last, on whatever screen; the first one with This Month.
 * @param arrive has to be the same function as long as it does the same
 * @returns goes to an address, without what is empty; the same one again arrives again
 */
export function useAskedParams(
  arrive: (params: URLSearchParams) => void,
  { asked: opening = {}, maxDays = Number.POSITIVE_INFINITY }: Opening = {},
): (asked: Record<string, string> & Partial<PeriodValues>) => void {
  const { today } = useConfiguration();
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again asks again
  useEffect(() => {
    // Also the menu's link to the screen that is shown already: it opens as on a first visit.
    if (![...params.keys()].every((name) => name in opening)) return arrive(params);
    const brought = rememberedPeriod(today);
    const fits = brought && daysBetween(brought.startDate, brought.endDate) < maxDays;
    const asked = { ...opening, ...Object.fromEntries(params), ...(fits ? brought : openingPeriod(today)) };
    setParams(addressOfAsked(asked), { replace: true });
  }, [key, params, arrive]);

  return (asked) => {
    rememberPeriod({ ...NO_PERIOD, ...asked }, today);
    setParams(addressOfAsked(asked));
  };
}
