import {
  type Comparison,
  type DayRange,
  daysBetween,
  LINK_REPORT_BY,
  LINK_REPORT_NAME,
  type LinkReportBy,
  MAX_LINK_REPORT_DAYS,
  MESSAGE,
} from '@partnerdesk/contracts';
import {
  comparisonOf,
  EmptyState,
  NO_PERIOD,
  Panel,
  PeriodFields,
  type PeriodValues,
  QueryView,
  readPeriod,
  Screen,
  useAffiliateId,
  useAlerts,
  useAskedParams,
  usePeriod,
} from '@partnerdesk/web';
import { useCallback, useState } from 'react';
import { ReportFigures } from './report-figures';
import { ReportTable } from './report-table';
import { useGetLinkReportQuery } from './reports.api';

interface Asked extends DayRange {
  by: LinkReportBy;
  compare: Comparison;
}

const groupingOf = (text: string | null): LinkReportBy =>
  LINK_REPORT_BY.find((by) => by === text) ?? 'source';

const daysOf = ({ startDate, endDate }: PeriodValues) => ({ startDate, endDate });

/** What came of the affiliate's links in a period, grouped by one of their ids or by day; all of it in the address. */
export function ReportsScreen() {
  const period = usePeriod(MESSAGE.selectDateRange);
  const alerts = useAlerts();
  const [asked, setAsked] = useState<Asked>();
  const [by, setBy] = useState<LinkReportBy>('source');
  const { show } = period;
  const arrive = useCallback(
    (params: URLSearchParams) => {
      const values = readPeriod(params);
      const grouping = groupingOf(params.get('by'));
      setBy(grouping);
      show(values ?? NO_PERIOD);
      setAsked(values && { by: grouping, compare: comparisonOf(values), ...daysOf(values) });
    },
    [show],
  );
  const goTo = useAskedParams(arrive, { asked: { by }, maxDays: MAX_LINK_REPORT_DAYS });
  const open = (grouping: LinkReportBy, values: PeriodValues) => {
    if (daysBetween(values.startDate, values.endDate) >= MAX_LINK_REPORT_DAYS)
      alerts.warning(`Please choose at most ${MAX_LINK_REPORT_DAYS} days`);
    else goTo({ by: grouping, ...values });
  };
  return (
    <Screen title="Reports" lead="What came of your links, beside the period that you compare with.">
      <Panel>
        <div className="pd-form-grid pd-period">
          <PeriodFields
            period={period}
            maxDays={MAX_LINK_REPORT_DAYS}
            onPreset={(values) => open(by, values)}
            compares
          />
        </div>
      </Panel>
      <fieldset className="pd-tabs" aria-label="By">
        {LINK_REPORT_BY.map((each) => (
          <button
            key={each}
            type="button"
            className="pd-tab"
            aria-pressed={each === by && asked !== undefined}
            onClick={() => period.take() && open(each, period.values)}
          >
            {LINK_REPORT_NAME[each]}
          </button>
        ))}
      </fieldset>
      {asked ? <Report asked={asked} /> : <EmptyState text="Choose a period, then what to group by." />}
    </Screen>
  );
}

function Report({ asked }: { asked: Asked }) {
  const affiliateID = useAffiliateId();
  const query = useGetLinkReportQuery({ affiliateID, ...asked }, { refetchOnMountOrArgChange: true });
  // Until another report is there, the one before stays, with the name of what it is compared with.
  const [compare, setCompare] = useState(asked.compare);
  if (query.currentData && compare !== asked.compare) setCompare(asked.compare);
  return (
    <QueryView query={query} failure="The report could not be loaded.">
      {(report) => (
        <>
          <ReportFigures report={report} compare={compare} />
          <ReportTable report={report} compare={compare} />
        </>
      )}
    </QueryView>
  );
}
