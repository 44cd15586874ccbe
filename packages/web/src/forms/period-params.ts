import { PERIOD, parseDay } from '@partnerdesk/contracts';
import { useConfiguration } from '@partnerdesk/web/core';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type PeriodValues, presetValues, rememberedPreset, rememberPreset } from './period-values';

/** The period that an address asks for; undefined for one that has none, or one that there cannot be. */
export function readPeriod(params: URLSearchParams): PeriodValues | undefined {
  const startDate = parseDay(params.get('startDate') ?? '');
  const endDate = parseDay(params.get('endDate') ?? '');
  if (!startDate || !endDate || startDate > endDate) return undefined;
  return { period: params.get('period') ?? '', startDate, endDate };
}

/**
 * What a screen asks the server is in its address, so that reload, back and a link show the same. A question is a
 * navigation to an address; each arrival at an address, in whatever way, sends the request.
 * @param arrive has to be the same function as long as it does the same
 * @param screen names where the preset that was shown last is remembered: a visit without any question opens with it,
 *   the first one with This Month
 * @param opening what such a visit asks for besides the period; an address that names some of it alone is a visit too
 * @returns goes to an address, without what is empty; the same one again arrives again
 */
export function useAskedParams(
  arrive: (params: URLSearchParams) => void,
  screen: string,
  opening: Record<string, string> = {},
): (asked: Record<string, string>) => void {
  const { today } = useConfiguration();
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again asks again
  useEffect(() => {
    // Also the menu's link to the screen that is shown already: it opens as on a first visit.
    const opened = [...params.keys()].every((name) => name in opening)
      ? (rememberedPreset(screen, today) ?? presetValues(String(PERIOD.thisMonth), today))
      : undefined;
    if (opened) setParams({ ...opening, ...Object.fromEntries(params), ...opened }, { replace: true });
    else arrive(params);
  }, [key, params, arrive]);

  return (asked) => {
    rememberPreset(screen, asked.period ?? '');
    const next = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
    setParams(next, { replace: next.toString() === params.toString() });
  };
}
