import { Button, EmptyState, formatRange, Panel } from '@partnerdesk/web';
import { ChartPanel } from './chart-panel';
import { plansOf } from './chart-plans';
import { exportDays, exportFigures, fileNameOf } from './export-figures';
import { FiguresTable } from './figures-table';
import { LeadingFigures } from './leading-figures';
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
