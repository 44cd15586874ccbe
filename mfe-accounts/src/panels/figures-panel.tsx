import {
  ACCOUNT_KINDS,
  type AccountFigures,
  type AccountKind,
  ALL_TIME,
  accountPath,
  type MemberRecord,
  type PerformanceRecords,
} from '@partnerdesk/contracts';
import { EmptyState, formatDay, formatUsd, Link, Panel, QueryView, Skeleton, sumUsd } from '@partnerdesk/web';
import { SeriesChart } from '@partnerdesk/web/chart';
import { useGetAccountFiguresQuery, useSearchAccountsQuery } from '../accounts.api';

const madeUp = (month: { sales?: number; earnings: number }): AccountFigures => ({
  balance: 0,
  payouts: [],
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    ...month,
  })),
});
/** Keeps the place of the figures while they are on their way: with a chart, not with the sentence of an empty one. */
const PLACE: Record<AccountKind, AccountFigures> = {
  affiliate: madeUp({ sales: 1, earnings: 1 }),
  staff: madeUp({ earnings: 1 }),
  member: { payouts: [], months: [], affID: 1 },
};

export function FiguresPanel({ kind, id }: { kind: AccountKind; id: number }) {
  const query = useGetAccountFiguresQuery({ kind, id });
  const shown = (figures: AccountFigures) =>
    figures.affID === undefined ? (
      <Figures figures={figures} />
    ) : (
      <>
        <Bought memberID={id} />
        <BroughtBy affID={figures.affID} />
      </>
    );
  return (
    <Panel title="Figures" className="acc-section">
      {query.isLoading ? (
        <Skeleton>{shown(PLACE[kind])}</Skeleton>
      ) : (
        <QueryView query={query} failure="The figures could not be loaded.">
          {shown}
        </QueryView>
      )}
    </Panel>
  );
}

const lastOf = ({ lastSale }: PerformanceRecords['member']) =>
  lastSale ? `last sale ${formatDay(lastSale)}` : 'no sale yet';

function Bought({ memberID }: { memberID: number }) {
  const params = { [ACCOUNT_KINDS.member.query]: String(memberID), period: ALL_TIME };
  const { data } = useSearchAccountsQuery({ kind: 'member', params });
  const member = data?.rows[0] as (MemberRecord & { performance?: PerformanceRecords['member'] }) | undefined;
  const bought = member?.performance;
  return (
    <dl className="pd-figures">
      <div className="pd-figure">
        <dt>Value</dt>
        <dd>{bought ? formatUsd(bought.value) : '–'}</dd>
        <dd className="pd-figure-note">{bought ? lastOf(bought) : '…'}</dd>
      </div>
      <div className="pd-figure">
        <dt>Credits</dt>
        <dd>{member?.credits ?? '–'}</dd>
      </div>
    </dl>
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
  const earned = sumUsd(months.map(({ earnings }) => earnings));
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

function MonthsChart({ months }: { months: AccountFigures['months'] }) {
  const hasSales = months.some(({ sales }) => sales !== undefined);
  return (
    <SeriesChart
      empty={<EmptyState text="Nothing was earned in these twelve months." />}
      title="Earnings by month"
      by="month"
      unit="usd"
      days={months.map(({ month }) => `${month}-01`)}
      series={[
        ...(hasSales ? [{ label: 'Sales', values: months.map(({ sales = 0 }) => sales) }] : []),
        { label: 'Earnings', values: months.map(({ earnings }) => earnings) },
      ]}
    />
  );
}
