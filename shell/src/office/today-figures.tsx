import { type OfficeDashboard, STATISTICS_FIELDS } from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd, Panel } from '@partnerdesk/web';

/** The site's figures that sum up a day at a glance. */
const SHOWN = [
  'salesCount',
  'salesAmount',
  'payoutAmount',
  'refundsAmount',
  'newMembersCount',
  'sextingPackageSaleAmounts',
  'phoneCallSalesAmount',
  'tipsAmount',
];
const FIELDS = STATISTICS_FIELDS.filter(({ name }) => SHOWN.includes(name));

/** Today so far, beside yesterday. */
export function TodayFigures({ figures }: { figures: NonNullable<OfficeDashboard['figures']> }) {
  const { today, yesterday } = figures;
  return (
    <Panel title="Today so far">
      <div className="pd-table-frame">
        <table className="table pd-table pd-table-breaking">
          <caption className="visually-hidden">Figures of today and yesterday</caption>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {[today, yesterday].map(({ day }) => (
                <th key={day} scope="col" className="pd-numeric">
                  {formatDay(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIELDS.map(({ name, label, unit }) => (
              <tr key={name} data-figure={name}>
                <th scope="row">{label}</th>
                {[today, yesterday].map((day) => (
                  <td key={day.day} className="pd-numeric">
                    {unit === 'usd' ? formatUsd(day[name]) : formatCount(day[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
