import {
  formatInstant,
  formatUsd,
  Link,
  Panel,
  QueryView,
  useAffiliateId,
  useConfiguration,
} from '@partnerdesk/web';
import { useGetPaymentHistoryQuery } from '../statistics/statistics.api';

/** The newest payment of this year and the last, and the way to all of them. */
export function LastPayment() {
  const { today, businessTimezone } = useConfiguration();
  const startDate = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const query = useGetPaymentHistoryQuery({ affiliateID: useAffiliateId(), startDate, endDate: today });
  return (
    <Panel title="Last payment" actions={<Link to="/statistics">Payment history</Link>}>
      <QueryView query={query} failure="Your payments could not be loaded.">
        {([newest]) =>
          newest ? (
            <p className="aff-last-payment">
              <strong>{formatUsd(newest.amount)}</strong>{' '}
              <span className="pd-panel-muted">{formatInstant(newest.dateCreated, businessTimezone)}</span>
            </p>
          ) : (
            <p className="pd-panel-muted">None yet. Affiliates are paid by the 20th of each month.</p>
          )
        }
      </QueryView>
    </Panel>
  );
}
