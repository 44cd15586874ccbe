import { businessDayOf } from '@partnerdesk/contracts';
import { useAppDispatch, useChangedDays, useConfiguration } from '@partnerdesk/web';
import { useCallback, useState } from 'react';
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

  const ask = (query: StatisticsQuery) => {
    if (asked && JSON.stringify(asked) === JSON.stringify(query)) void refetch();
    else setAsked(query);
  };

  const shown = data?.query;
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

  return { data, isFetching, isLive, ask };
}
