import { businessDayOf } from '@partnerdesk/contracts';
import { useAppDispatch, useChangedDays, useConfiguration } from '@partnerdesk/web';
import { useCallback, useRef, useState } from 'react';
import { type StatisticsQuery, statisticsApi, useGetStatisticsQuery } from './statistics.api';

/**
 * Statistics as they are asked for. What is shown stays until the next answer has come; while it includes today it
 * follows what happens.
 */
export function useStatistics() {
  const dispatch = useAppDispatch();
  const { businessTimezone } = useConfiguration();
  const [asked, setAsked] = useState<StatisticsQuery>();
  const { data, isFetching, refetch } = useGetStatisticsQuery(asked as StatisticsQuery, {
    skip: !asked,
    refetchOnMountOrArgChange: true,
  });

  const latest = useRef({ asked, refetch });
  latest.current = { asked, refetch };
  /** undefined: nothing is asked for, and nothing is shown. The same request again is sent again. */
  const ask = useCallback((query: StatisticsQuery | undefined) => {
    const { asked: before, refetch: again } = latest.current;
    if (query && JSON.stringify(before) === JSON.stringify(query)) void again();
    else setAsked(query);
  }, []);

  const loaded = asked && data;
  const shown = loaded?.query;
  const today = businessDayOf(Date.now(), businessTimezone);
  const isLive = shown !== undefined && shown.startDate <= today && shown.endDate >= today;
  const refresh = useCallback(
    async (days: readonly string[] | undefined) => {
      if (!shown) return;
      const touched = !days || days.some((day) => day >= shown.startDate && day <= shown.endDate);
      if (!touched) return;
      const { refreshStatistics } = statisticsApi.endpoints;
      const { data: fresh } = await dispatch(
        refreshStatistics.initiate(shown, { forceRefetch: true, subscribe: false }),
      );
      if (fresh) dispatch(statisticsApi.util.updateQueryData('getStatistics', shown, () => fresh));
    },
    [dispatch, shown],
  );
  useChangedDays(isLive, refresh);

  return { data: loaded, isFetching, isLive, ask };
}
