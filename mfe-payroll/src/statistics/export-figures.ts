import { csvOf, downloadText } from '@partnerdesk/web';
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
  const before = byDay?.previous;
  const rows = fieldsOf(query.statsType).map(({ name, label }) => [
    label,
    statistics[name] ?? 0,
    ...(before ? [before.statistics[name] ?? 0] : []),
  ]);
  const header = [
    'Figure',
    `${query.startDate} to ${query.endDate}`,
    ...(before ? [`${before.startDate} to ${before.endDate}`] : []),
  ];
  downloadText(`${fileNameOf(loaded, 'Statistics')}.csv`, csvOf([header, ...rows]));
}

/** Every figure of every day: a row a day. */
export function exportDays(loaded: LoadedStatistics): void {
  if (!loaded.byDay) return;
  const fields = fieldsOf(loaded.query.statsType);
  const rows = allDays(loaded.byDay.current).map((day) => [
    day.day,
    ...fields.map(({ name }) => day[name] ?? 0),
  ]);
  downloadText(
    `${fileNameOf(loaded, 'Days')}.csv`,
    csvOf([['Day', ...fields.map(({ label }) => label)], ...rows]),
  );
}
