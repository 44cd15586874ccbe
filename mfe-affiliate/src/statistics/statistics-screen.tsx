import { MESSAGE } from '@partnerdesk/contracts';
import {
  EmptyState,
  formatDay,
  Loading,
  Panel,
  PeriodFields,
  PresetButtons,
  Screen,
  usePeriod,
} from '@partnerdesk/web';
import { PaymentHistory } from './payment-history';
import { RangeChart } from './range-chart';
import { SaleDetails, SaleSummary } from './sale-views';
import { useStatisticsParams } from './statistics-params';
import { type ShownView, useStatisticsView, VIEW, type ViewMode } from './statistics-view';

const VIEWS: { mode: ViewMode; label: string }[] = [
  { mode: VIEW.paymentHistory, label: 'Payment History' },
  { mode: VIEW.saleSummary, label: 'Sale Summary' },
  { mode: VIEW.saleDetails, label: 'Sale Details' },
];

/** 'My Stats': a period, three views of it, and a chart of its days. */
export function StatisticsScreen() {
  const period = usePeriod(MESSAGE.selectDateRange);
  const view = useStatisticsView();
  const { shown, asked } = view;
  const goTo = useStatisticsParams(period.show, view);
  const open = (mode: ViewMode) => {
    if (period.take()) goTo({ mode, period: period.values });
  };
  return (
    <Screen title="My Stats">
      <Panel>
        <div className="pd-form-grid">
          <PeriodFields period={period} />
        </div>
        <div className="aff-presets">
          <PresetButtons
            chosen={period.values.period}
            onChoose={(values) => goTo({ mode: shown?.mode ?? VIEW.saleSummary, period: values })}
          />
        </div>
        <div className="pd-actions">
          {VIEWS.map(({ mode, label }) => (
            <button
              key={mode}
              type="button"
              className={`btn ${shown?.mode === mode ? 'btn-primary' : 'btn-outline-primary'}`}
              aria-pressed={shown?.mode === mode}
              aria-busy={asked === mode}
              onClick={() => open(mode)}
            >
              {asked === mode && (
                <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />
              )}
              {label}
            </button>
          ))}
        </div>
      </Panel>
      {shown && <Shown view={shown} />}
      {!shown && (asked ? <Loading /> : <EmptyState text="Choose a period, then what to show of it." />)}
    </Screen>
  );
}

function Shown({ view }: { view: ShownView }) {
  const { startDate, endDate } = view.range;
  const days =
    startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;
  const title = VIEWS.find(({ mode }) => mode === view.mode)?.label;
  return (
    <>
      <Panel title={`Sales and payout by day, ${days}`}>
        <RangeChart range={view.range} />
      </Panel>
      <Panel title={title}>
        {view.mode === VIEW.paymentHistory && <PaymentHistory rows={view.rows} />}
        {view.mode === VIEW.saleSummary && <SaleSummary summary={view.summary} />}
        {view.mode === VIEW.saleDetails && <SaleDetails rows={view.rows} />}
      </Panel>
    </>
  );
}
