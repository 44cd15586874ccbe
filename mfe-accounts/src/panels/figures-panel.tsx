import { type AccountFigures, type AccountKind, accountPath } from '@partnerdesk/contracts';
import { formatUsd, Link, Panel, QueryView, Skeleton } from '@partnerdesk/web';
import { useGetAccountFiguresQuery } from '../accounts.api';
import { MonthsChart } from './months-chart';

const madeUp = (month: { sales?: number; earnings: number }): AccountFigures => ({
  balance: 0,
  payouts: [],
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    ...month,
  })),
});
/** Keeps the place of the figures while they are on their way: with a chart, not with the sentence of an empty one. */
const PLACE: Record<AccountKind, AccountFigures | undefined> = {
  affiliate: madeUp({ sales: 1, earnings: 1 }),
  staff: madeUp({ earnings: 1 }),
  member: undefined,
};

/** Balance and months; of a member, who brought them. */
export function FiguresPanel({ kind, id }: { kind: AccountKind; id: number }) {
  const query = useGetAccountFiguresQuery({ kind, id });
  const place = PLACE[kind];
  return (
    <Panel title="Figures" className="acc-section">
      {query.isLoading && place ? (
        <Skeleton>
          <Figures figures={place} />
        </Skeleton>
      ) : (
        <QueryView query={query} failure="The figures could not be loaded.">
          {(figures) =>
            figures.affID === undefined ? <Figures figures={figures} /> : <BroughtBy affID={figures.affID} />
          }
        </QueryView>
      )}
    </Panel>
  );
}

function BroughtBy({ affID }: { affID: number }) {
  if (!affID) return <p>No affiliate brought this member.</p>;
  return (
    <p>
      Brought by <Link to={accountPath('affiliate', affID)}>affiliate {affID}</Link>.
    </p>
  );
}

function Figures({ figures }: { figures: AccountFigures }) {
  const { balance, months } = figures;
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
    </>
  );
}
