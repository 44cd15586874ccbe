import { MESSAGE, type SaleDetail } from '@partnerdesk/contracts';
import {
  EmptyState,
  ErrorState,
  formatRange,
  Link,
  Loading,
  Panel,
  PeriodFields,
  Screen,
  usePeriod,
} from '@partnerdesk/web';
import { PaymentHistory } from './payment-history';
import { RangeChart } from './range-chart';
import { SaleDetails, SaleSummary } from './sale-views';
import { useStatisticsParams } from './statistics-params';
import { type ShownSales, type ShownView, useStatisticsView, VIEW, type ViewMode } from './statistics-view';

const VIEWS: { mode: ViewMode; label: string }[] = [
  { mode: VIEW.paymentHistory, label: 'Payment History' },
  { mode: VIEW.saleSummary, label: 'Sale Summary' },
  { mode: VIEW.saleDetails, label: 'Sale Details' },
];

/** 'My Stats': a period, three views of it, and a chart of its days. */
export function StatisticsScreen() {
  const period = usePeriod(MESSAGE.selectDateRange);
  const view = useStatisticsView();
  const { shown, asked, failed } = view;
  const goTo = useStatisticsParams(period.show, view);
  const open = (mode: ViewMode) => {
    if (period.take()) goTo({ mode, period: period.values });
  };
  return (
    <Screen title="My Stats" actions={<Link to="/reports">Reports of your links</Link>}>
      <Panel>
        <div className="pd-form-grid pd-period">
          <PeriodFields
            period={period}
            onPreset={(values) => goTo({ mode: shown?.mode ?? VIEW.saleSummary, period: values })}
            compares
          />
        </div>
      </Panel>
      <div className="pd-tabs">
        {VIEWS.map(({ mode, label }) => (
          <button
            key={mode}
            type="button"
            className="pd-tab"
            aria-pressed={shown?.mode === mode}
            aria-busy={asked === mode}
            onClick={() => open(mode)}
          >
            {label}
          </button>
        ))}
      </div>
      {failed && (
        <ErrorState
          text={`What was asked for could not be loaded.${shown ? ` Below is ${formatRange(shown.range)}.` : ''}`}
          onRetry={failed}
        />
      )}
      {shown && <Shown view={shown} onMore={view.more} readAll={view.readAll} />}
      {!shown &&
        !failed &&
        (asked ? <Loading /> : <EmptyState text="Choose a period, then what to show of it." />)}
    </Screen>
  );
}

interface ShownProps {
  view: ShownView;
  onMore: (view: ShownSales) => Promise<void>;
  readAll: (view: ShownSales) => Promise<SaleDetail[]>;
}

function Shown({ view, onMore, readAll }: ShownProps) {
  const title = VIEWS.find(({ mode }) => mode === view.mode)?.label ?? '';
  return (
    <>
      <RangeChart key={Object.values(view.range).join()} range={view.range} />
      {view.mode === VIEW.saleDetails && (
        <SaleDetails title={title} view={view} onMore={() => onMore(view)} readAll={() => readAll(view)} />
      )}
      {view.mode === VIEW.paymentHistory && <PaymentHistory title={title} rows={view.rows} />}
      {view.mode === VIEW.saleSummary && (
        <Panel title={title}>
          <SaleSummary summary={view.summary} />
        </Panel>
      )}
    </>
  );
}
