import type { StatisticsDay, StatisticsField } from '../calls/statistics.calls';
import type { ColumnKind, TableColumn } from '../table-column';

export const KIND_OF_UNIT = { usd: 'money', count: 'count' } as const satisfies Record<
  StatisticsField['unit'],
  ColumnKind
>;

/** What is exported of the days of a period: the day, then these figures; a missing one is 0. */
export function statisticsDayColumns(fields: readonly StatisticsField[]): TableColumn<StatisticsDay>[] {
  return [
    { header: 'Day', kind: 'date', value: ({ day }) => day },
    ...fields.map(({ name, label, unit }) => ({
      header: label,
      kind: KIND_OF_UNIT[unit],
      value: (row: StatisticsDay) => row[name] ?? 0,
    })),
  ];
}
