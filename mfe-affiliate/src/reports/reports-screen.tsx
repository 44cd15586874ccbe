import {
  type DayRange,
  daysBetween,
  LINK_REPORT_BY,
  LINK_REPORT_NAME,
  type LinkReportBy,
  MAX_LINK_REPORT_DAYS,
  MESSAGE,
} from '@partnerdesk/contracts';
import {
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
}

const groupingOf = (text: string | null): LinkReportBy =>
  LINK_REPORT_BY.find((by) => by === text) ?? 'source';

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
      setAsked(values && { by: grouping, startDate: values.startDate, endDate: values.endDate });
    },
    [show],
  );
  const goTo = useAskedParams(arrive, 'Reports', { by });
  const open = (grouping: LinkReportBy, { period: preset, startDate, endDate }: PeriodValues) => {
    if (daysBetween(startDate, endDate) >= MAX_LINK_REPORT_DAYS)
      alerts.warning(`Please choose at most ${MAX_LINK_REPORT_DAYS} days`);
    else goTo({ by: grouping, period: preset, startDate, endDate });
  };
  return (
    <Screen title="Reports" lead="What came of your links, beside the period of the same length before.">
      <Panel>
        <div className="pd-form-grid pd-period">
          <PeriodFields
            period={period}
            maxDays={MAX_LINK_REPORT_DAYS}
            onPreset={(values) => open(by, values)}
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
  return (
    <QueryView query={query} failure="The report could not be loaded.">
      {(report) => (
        <>
          <ReportFigures report={report} />
          <ReportTable report={report} />
        </>
      )}
    </QueryView>
  );
}
