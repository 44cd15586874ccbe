import {
  type OfficeDashboard,
  STATISTICS_FIELDS,
  type StatisticsByHour,
  type StatisticsField,
} from '@partnerdesk/contracts';
import { formatCount, formatUsd, Panel } from '@partnerdesk/web';
import { Change, type FigureChange } from '@partnerdesk/web/parts';
import { ScreenLink } from '../menus/screen-link';

type Figures = NonNullable<OfficeDashboard['figures']>;

/** The site's figures that sum up a day at a glance; what more of each means. */
const SHOWN: Partial<Record<StatisticsField['name'], NonNullable<FigureChange['more']>>> = {
  salesCount: 'better',
  salesAmount: 'better',
  payoutAmount: 'neutral',
  refundsAmount: 'worse',
  newMembersCount: 'better',
  sextingPackageSaleAmounts: 'better',
  phoneCallSalesAmount: 'better',
  tipsAmount: 'better',
};

/** The figures with their unit and what more of each means, in their order. */
export const SHOWN_FIELDS = STATISTICS_FIELDS.flatMap((field) => {
  const more = SHOWN[field.name];
  return more ? [{ ...field, more }] : [];
});

interface FiguresTableProps {
  figures: Figures;
  /** Yesterday up to this time of day; missing until it has come. */
  hours: StatisticsByHour | undefined;
}

/** Today beside yesterday at the same time, and the month so far beside the same days of the last one. */
export function FiguresTable({
  figures: { today, yesterday, month, monthBefore },
  hours,
}: FiguresTableProps) {
  // What came after midnight here but not there yet.
  const byNow = hours?.yesterday.day === yesterday.day ? hours.yesterday.soFar : undefined;
  return (
    <Panel title="Today and this month" className="sh-figures">
      <table className="table pd-table pd-table-breaking">
        <caption className="visually-hidden">Figures of today and of this month</caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="pd-numeric">
              Today so far <span className="sh-beside">yesterday by now</span>
            </th>
            <th scope="col" className="pd-numeric">
              This month <span className="sh-beside">against the last</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {SHOWN_FIELDS.map(({ name, label, unit, more }) => {
            const format = unit === 'usd' ? formatUsd : formatCount;
            const now = month.statistics[name] ?? 0;
            const before = monthBefore.statistics[name] ?? 0;
            return (
              <tr key={name} data-figure={name}>
                <th scope="row">{label}</th>
                <td className="pd-numeric">
                  <StatisticsLink startDate={today.day} endDate={today.day} what={`${label}, today`}>
                    {format(today[name])}
                  </StatisticsLink>
                  <StatisticsLink
                    className="sh-beside"
                    startDate={yesterday.day}
                    endDate={yesterday.day}
                    what={`${label}, yesterday by now`}
                  >
                    {byNow ? format(byNow[name]) : '…'}
                  </StatisticsLink>
                </td>
                <td className="pd-numeric">
                  <StatisticsLink {...month} what={`${label}, this month`}>
                    {format(now)}
                  </StatisticsLink>
                  <Change
                    className="sh-beside"
                    now={now}
                    before={before}
                    more={more}
                    title={`${format(before)} on the same days`}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

interface StatisticsLinkProps {
  className?: string;
  startDate: string;
  endDate: string;
  /** For its name, which begins with what is shown. */
  what: string;
  children: string;
}

/** The way to a range of days, whose table has every figure. */
function StatisticsLink({ startDate, endDate, what, className, children }: StatisticsLinkProps) {
  return (
    <ScreenLink
      className={className}
      path="/site-stats"
      search={`?${new URLSearchParams({ startDate, endDate })}`}
    >
      {children}
      <span className="visually-hidden">, {what}</span>
    </ScreenLink>
  );
}
