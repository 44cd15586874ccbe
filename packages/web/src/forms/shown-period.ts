import { daysBetween } from '@partnerdesk/contracts';
import { useConfiguration, useSearchParams } from '@partnerdesk/web/core';
import { useEffect } from 'react';
import {
  addressOfAsked,
  openingPeriod,
  type PeriodValues,
  readPeriod,
  rememberedPeriod,
  rememberPeriod,
} from './period-values';

/**
 * The period of a screen that shows more than a period: the one in its address, else the one that was chosen last, on
 * whatever screen, else This Month, which the address need not name.
 * @param maxDays a longer period is not brought along from another screen
 * @returns the period, and what chooses another one
 */
export function useShownPeriod(
  maxDays = Number.POSITIVE_INFINITY,
): [PeriodValues, (values: PeriodValues) => void] {
  const { today } = useConfiguration();
  const [params, setParams] = useSearchParams();
  const opening = openingPeriod(today);
  const fits = (values: PeriodValues | undefined) =>
    values && daysBetween(values.startDate, values.endDate) < maxDays ? values : undefined;
  const asked = fits(readPeriod(params));
  const shown = asked ?? fits(rememberedPeriod(today)) ?? opening;
  const address = addressOfAsked(shown);
  const isNamed = asked !== undefined || address === addressOfAsked(opening);
  useEffect(() => {
    if (!isNamed) setParams(address, { replace: true });
  }, [isNamed, address, setParams]);
  const choose = (values: PeriodValues) => {
    rememberPeriod(values, today);
    setParams(addressOfAsked(values));
  };
  return [shown, choose];
}
