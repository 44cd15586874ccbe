import {
  type AffiliateBalance,
  addDays,
  type BusinessDay,
  type PaymentState,
  PERIOD,
  type Period,
  type QuickStatistics,
} from '@partnerdesk/contracts';
import {
  formatInstant,
  formatUsd,
  Link,
  QueryView,
  Skeleton,
  useAffiliateId,
  useConfiguration,
} from '@partnerdesk/web';
import { useGetBalanceQuery } from '../account/account.api';
import { NextPayout } from '../account/next-payout';
import { useGetActivityQuery, useGetQuickStatisticsQuery } from './dashboard.api';

const NO_BALANCE: AffiliateBalance = {
  affID: 0,
  available: 1000,
  pending: 0,
  minimumPayout: 100,
  holdDays: 0,
  nextPayoutDate: '2000-01-20',
};
const NO_PAYOUTS: QuickStatistics = { affID: 0, yesterday: 100, today: 100, month: 1000 };

/** What have I earned, and when do I get it? */
export function Earned() {
  const affiliateID = useAffiliateId();
  const balance = useGetBalanceQuery(affiliateID);
  const payouts = useGetQuickStatisticsQuery(affiliateID);
  return (
    <div className="aff-earned">
      <section aria-label="Balance">
        {balance.isLoading ? (
          <Skeleton>
            <Balance balance={NO_BALANCE} />
          </Skeleton>
        ) : (
          <QueryView query={balance} failure="Your balance could not be loaded.">
            {(data) => <Balance balance={data} />}
          </QueryView>
        )}
      </section>
      <section aria-label="Payout summary">
        {payouts.isLoading ? (
          <Skeleton>
            <Payouts payouts={NO_PAYOUTS} />
          </Skeleton>
        ) : (
          <QueryView query={payouts} failure="Your payouts could not be loaded.">
            {(data) => <Payouts payouts={data} />}
          </QueryView>
        )}
        <LastPayment />
      </section>
    </div>
  );
}

/** What is available, when it is paid, and how far it is from the least that is paid out (docs/RULES.md, Payouts). */
function Balance({ balance }: { balance: AffiliateBalance }) {
  const { available, pending, minimumPayout, holdDays, nextPayoutDate } = balance;
  const carriesOver = available <= 0 || available < minimumPayout;
  return (
    <>
      <dl className="aff-balance">
        <div>
          <dt>Available</dt>
          <dd>{formatUsd(available)}</dd>
        </div>
        <div>
          <NextPayout date={nextPayoutDate} details={<Link to="/account">Payment details</Link>} />
        </div>
      </dl>
      {minimumPayout > 0 ? (
        <>
          <meter
            className="aff-minimum"
            aria-label="Available of the minimum payout"
            max={minimumPayout}
            value={Math.max(available, 0)}
          >
            {formatUsd(available)}
          </meter>
          <p className="aff-balance-note">
            {carriesOver
              ? `Less than ${formatUsd(minimumPayout)} is not paid out and carries over to the next payout.`
              : `The minimum payout of ${formatUsd(minimumPayout)} is reached.`}
          </p>
        </>
      ) : (
        <p className="aff-balance-note">There is no minimum: any amount above zero is paid.</p>
      )}
      {pending !== 0 && (
        <p className="aff-balance-note">
          {formatUsd(pending)} more is pending
          {holdDays > 0 && `, payable ${holdDays} ${holdDays === 1 ? 'day' : 'days'} after its day`}.
        </p>
      )}
    </>
  );
}

const reportOf = (period: Period, startDate: BusinessDay, endDate: BusinessDay) =>
  `/reports?${new URLSearchParams({ by: 'source', period: String(period), startDate, endDate })}`;

/** What the affiliate earned: Yesterday, Today, Month to Date. */
function Payouts({ payouts: { yesterday, today: soFar, month } }: { payouts: QuickStatistics }) {
  const { today } = useConfiguration();
  const dayBefore = addDays(today, -1);
  const rows = [
    { label: 'Today', value: soFar, to: reportOf(PERIOD.today, today, today) },
    { label: 'Yesterday', value: yesterday, to: reportOf(PERIOD.yesterday, dayBefore, dayBefore) },
    { label: 'Month to Date', value: month, to: reportOf(PERIOD.thisMonth, `${today.slice(0, 8)}01`, today) },
  ];
  return (
    <dl className="aff-payouts">
      {rows.map(({ label, value, to }) => (
        <div key={label}>
          <dt>
            <Link to={to}>{label}</Link>
          </dt>
          <dd>{formatUsd(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What became of a payment: what the office has executed the bank may still have to pay. */
const LAST: Record<PaymentState, string> = {
  executed: ', executed',
  paid: '',
  returned: ' came back and is in your balance again, executed',
};

/** The newest payment, and the way to all of them. */
function LastPayment() {
  const { businessTimezone } = useConfiguration();
  const { data } = useGetActivityQuery(useAffiliateId());
  if (!data?.lastPayment) return <p className="aff-balance-note">{data ? 'No payment yet.' : '\u00a0'}</p>;
  const { amount, dateCreated, state } = data.lastPayment;
  return (
    <p className="aff-balance-note">
      Last payment {formatUsd(amount)}
      {LAST[state]} on {formatInstant(dateCreated, businessTimezone)}.{' '}
      <Link to="/statistics?view=1">Payment history</Link>
    </p>
  );
}
