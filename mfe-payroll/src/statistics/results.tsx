import {
  COMPARISON_NAMES,
  csvOf,
  STATISTICS_FIELDS,
  type StatisticsField,
  type StatisticsFigure,
  statisticsDayColumns,
  type TableColumn,
} from '@partnerdesk/contracts';
import { Button, downloadText, EmptyState, formatRange, Panel } from '@partnerdesk/web';
import { FigureCard, FigureCards, type FigureChange } from '@partnerdesk/web/parts';
import { allDays, ChartPanel, drawnOf, formatChange, formatFigure, plansOf } from './charts';
import { type LoadedStatistics, STAFF } from './statistics.api';

/** What was asked for: the leading figures, the charts of their days, then every figure. */
export function Results({ loaded, isLive }: { loaded: LoadedStatistics; isLive: boolean }) {
  const { query, byDay } = loaded;
  const who = query.statsType === STAFF ? (query.staffID ? `Staff ${query.staffID}` : 'All staff') : 'Site';
  return (
    <>
      <div className="pd-panel-header">
        <h2>{`${who}, ${formatRange(query)}`}</h2>
        <div className="pd-actions">
          {isLive && <span className="pd-live pd-no-print">Live</span>}
          <Button variant="outline-primary" size="sm" onClick={() => exportFigures(loaded)}>
            Export figures to CSV
          </Button>
          <Button variant="outline-primary" size="sm" disabled={!byDay} onClick={() => exportDays(loaded)}>
            Export days to CSV
          </Button>
          <Button variant="outline-primary" size="sm" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <LeadingFigures loaded={loaded} />
      {byDay ? (
        plansOf(query.statsType).map((plan) => (
          <ChartPanel
            key={plan.title}
            plan={plan}
            byDay={byDay}
            compare={query.compare}
            fileName={fileNameOf(loaded, plan.title.replaceAll(' ', '-'))}
          />
        ))
      ) : (
        <EmptyState text="The days could not be loaded. Show the statistics again to see them." />
      )}
      <Panel title="All figures">
        <FiguresTable loaded={loaded} />
      </Panel>
    </>
  );
}

const LEADING: Record<'site' | 'staff', readonly StatisticsFigure[]> = {
  site: [
    'salesAmount',
    'refundsAmount',
    'payoutAmount',
    'newMembersCount',
    'sextingPackageSaleAmounts',
    'phoneCallSalesAmount',
    'tipsAmount',
    'singleMessagesSentByMembers',
  ],
  staff: ['sextingPackageSaleAmounts', 'phoneCallSalesAmount', 'tipsAmount', 'missedCalls'],
};

/** What more of a figure means; of others it is better. */
const MORE: Partial<Record<StatisticsFigure, FigureChange['more']>> = {
  refundsAmount: 'worse',
  missedCalls: 'worse',
  payoutAmount: 'neutral',
};

function LeadingFigures({ loaded }: { loaded: LoadedStatistics }) {
  const { query, statistics, byDay } = loaded;
  const leading = LEADING[query.statsType === STAFF ? 'staff' : 'site'];
  const days = byDay && allDays({ ...byDay.current, ...drawnOf(byDay.current) });
  // Before the business began there is nothing to compare with.
  const previous = byDay?.previous.days.length ? byDay.previous : undefined;
  return (
    <FigureCards>
      {leading.map((name) => {
        const field = fieldsOf(query.statsType).find((each) => each.name === name);
        if (!field) return null;
        return (
          <FigureCard
            key={name}
            label={field.label}
            value={formatFigure(field.unit, statistics[name])}
            change={
              previous && {
                now: statistics[name] ?? 0,
                before: previous.statistics[name] ?? 0,
                against: COMPARISON_NAMES[query.compare],
                more: MORE[name] ?? 'better',
              }
            }
            trend={days?.map((day) => day[name] ?? 0)}
          />
        );
      })}
    </FigureCards>
  );
}

/** The fields of a type, in the order of docs/PRODUCT.md §3. */
function fieldsOf(statsType: number) {
  return STATISTICS_FIELDS.filter((field) => statsType !== STAFF || field.staff);
}

function groupsOf(statsType: number) {
  const fields = fieldsOf(statsType);
  const groups = [...new Set(fields.map(({ group }) => group))];
  return groups.map((group) => ({ group, fields: fields.filter((field) => field.group === group) }));
}

function FiguresTable({ loaded }: { loaded: LoadedStatistics }) {
  const { query, statistics, byDay } = loaded;
  const before = byDay?.previous;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="pd-table-frame" tabIndex={0} aria-label={`Figures of ${formatRange(query)}`}>
      <table className="table pd-table pd-table-breaking">
        <caption className="visually-hidden">Figures of {formatRange(query)}</caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="pd-numeric">
              {formatRange(query)}
            </th>
            {before && (
              <>
                <th scope="col" className="pd-numeric">
                  {formatRange(before)}
                </th>
                <th scope="col" className="pd-numeric">
                  Change
                </th>
              </>
            )}
          </tr>
        </thead>
        {groupsOf(query.statsType).map(({ group, fields }) => (
          <tbody key={group}>
            <tr className="pd-group">
              <th scope="rowgroup" colSpan={before ? 4 : 2}>
                {group}
              </th>
            </tr>
            {fields.map(({ name, label, unit }) => (
              <tr key={name} data-figure={name}>
                <th scope="row">{label}</th>
                <td className="pd-numeric">{formatFigure(unit, statistics[name])}</td>
                {before && (
                  <>
                    <td className="pd-numeric">{formatFigure(unit, before.statistics[name])}</td>
                    <td className="pd-numeric">
                      {formatChange(unit, statistics[name], before.statistics[name])}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** `Staff-3-Statistics-2026-03-01-2026-03-31`, without an extension. */
function fileNameOf({ query }: LoadedStatistics, what: string): string {
  const who = query.statsType === STAFF ? (query.staffID ? `Staff-${query.staffID}` : 'Staff') : 'Site';
  return [who, what, query.startDate, query.endDate].join('-');
}

/** The figures as they stand in the table: a row each, with the period before. */
function exportFigures(loaded: LoadedStatistics): void {
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

function exportDays(loaded: LoadedStatistics): void {
  if (!loaded.byDay) return;
  const columns = statisticsDayColumns(fieldsOf(loaded.query.statsType));
  downloadText(`${fileNameOf(loaded, 'Days')}.csv`, csvOf(columns, allDays(loaded.byDay.current)));
}
