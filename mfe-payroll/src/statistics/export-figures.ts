import { csvOf, type StatisticsField, statisticsDayColumns, type TableColumn } from '@partnerdesk/contracts';
import { downloadText } from '@partnerdesk/web';
import { allDays } from './chart-plans';
import { fieldsOf } from './figures-table';
import { type LoadedStatistics, STAFF } from './statistics.api';

/** `Staff-3-Statistics-2026-03-01-2026-03-31`, without an extension. */
export function fileNameOf({ query }: LoadedStatistics, what: string): string {
  const who = query.statsType === STAFF ? (query.staffID ? `Staff-${query.staffID}` : 'Staff') : 'Site';
  return [who, what, query.startDate, query.endDate].join('-');
}

/** The figures as they stand in the table: a row each, with the period before. */
export function exportFigures(loaded: LoadedStatistics): void {
  const { query, statistics, byDay } = loaded;
  const periods = [{ ...query, statistics }, ...(byDay ? [byDay.previous] : [])];
  const columns: TableColumn<StatisticsField>[] = [
    { header: 'Figure', kind: 'text', value: ({ label }) => label },
    ...periods.map((period) => ({
      header: `${period.startDate} to ${period.endDate}`,
      kind: 'count' as const,
      value: ({ name }: StatisticsField) => period.statistics[name] ?? 0,
    })),
  ];
  downloadText(`${fileNameOf(loaded, 'Statistics')}.csv`, csvOf(columns, fieldsOf(query.statsType)));
}

/** Every figure of every day: a row a day. */
export function exportDays(loaded: LoadedStatistics): void {
  if (!loaded.byDay) return;
  const columns = statisticsDayColumns(fieldsOf(loaded.query.statsType));
  downloadText(`${fileNameOf(loaded, 'Days')}.csv`, csvOf(columns, allDays(loaded.byDay.current)));
}
