import type { AffiliateBalance } from '@partnerdesk/contracts';
import { formatUsd, Panel, QueryView, useAffiliateId } from '@partnerdesk/web';
import { useGetBalanceQuery } from './account.api';
import { NextPayout } from './next-payout';

/** What is earned and unpaid, and when it is paid (docs/RULES.md, Payouts). */
export function BalancePanel() {
  const query = useGetBalanceQuery(useAffiliateId());
  return (
    <Panel title="Balance">
      <QueryView query={query} failure="Your balance could not be loaded.">
        {(balance) => <Balance balance={balance} />}
      </QueryView>
    </Panel>
  );
}

function Balance({ balance }: { balance: AffiliateBalance }) {
  const { available, pending, minimumPayout, holdDays, nextPayoutDate } = balance;
  const carriesOver = available <= 0 || available < minimumPayout;
  return (
    <>
      <dl className="pd-figures">
        <div className="pd-figure">
          <dt>Available</dt>
          <dd>{formatUsd(available)}</dd>
        </div>
        <div className="pd-figure">
          <dt>Pending</dt>
          <dd>{formatUsd(pending)}</dd>
          {holdDays > 0 && <dd className="pd-figure-note">payable {daysText(holdDays)} after its day</dd>}
        </div>
        <div className="pd-figure">
          <NextPayout date={nextPayoutDate} details="Payment details" />
        </div>
      </dl>
      {minimumPayout > 0 && (
        <p className="pd-field-hint">
          {carriesOver
            ? `Less than ${formatUsd(minimumPayout)} is not paid out and carries over to the next payout.`
            : `The minimum payout is ${formatUsd(minimumPayout)}.`}
        </p>
      )}
    </>
  );
}

const daysText = (days: number) => `${days} day${days === 1 ? '' : 's'}`;
