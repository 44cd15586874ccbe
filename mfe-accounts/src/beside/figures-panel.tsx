import type { AccountFigures, AccountKind } from '@partnerdesk/contracts';
import { formatDay, formatUsd, Link, Panel, QueryView } from '@partnerdesk/web';
import { useGetAccountFiguresQuery } from '../accounts.api';
import { MonthsChart } from './months-chart';

/** Balance, months and last payouts; of a member, who brought them. */
export function FiguresPanel({ kind, id }: { kind: AccountKind; id: number }) {
  const query = useGetAccountFiguresQuery({ kind, id });
  return (
    <Panel title="Figures" className="acc-section">
      <QueryView query={query} failure="The figures could not be loaded.">
        {(figures) =>
          kind === 'member' ? <BroughtBy affID={figures.affID ?? 0} /> : <Figures figures={figures} />
        }
      </QueryView>
    </Panel>
  );
}

function BroughtBy({ affID }: { affID: number }) {
  if (!affID) return <p>No affiliate brought this member.</p>;
  return (
    <p>
      Brought by <Link to={`/affiliates?type=1&q=${affID}&id=${affID}`}>affiliate {affID}</Link>.
    </p>
  );
}

function Figures({ figures }: { figures: AccountFigures }) {
  const { balance, months, payouts } = figures;
  const earned = months.reduce((sum, month) => sum + month.earnings, 0);
  return (
    <>
      <dl className="pd-figures">
        <div className="pd-figure">
          <dt>Balance</dt>
          <dd>{formatUsd(balance)}</dd>
          <dd className="pd-figure-note">earned and unpaid</dd>
        </div>
        <div className="pd-figure">
          <dt>Earned</dt>
          <dd>{formatUsd(earned)}</dd>
          <dd className="pd-figure-note">in twelve months</dd>
        </div>
      </dl>
      <MonthsChart months={months} />
      <h3>Last payouts</h3>
      {payouts.length === 0 ? (
        <p className="pd-panel-muted">Nothing was paid yet.</p>
      ) : (
        <ul className="acc-payouts">
          {payouts.map(({ payrollID, startPeriod, endPeriod, amount }) => (
            <li key={payrollID}>
              <span>
                {formatDay(startPeriod)} – {formatDay(endPeriod)}
              </span>
              <strong>{formatUsd(amount)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
