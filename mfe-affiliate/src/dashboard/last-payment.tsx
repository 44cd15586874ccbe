import { formatInstant, formatUsd, Link, Panel, QueryView, useConfiguration } from '@partnerdesk/web';
import { useLastPaymentsQuery } from './dashboard-calls';

/** The newest payment of this year and the last, and the way to all of them. */
export function LastPayment() {
  const { businessTimezone } = useConfiguration();
  const query = useLastPaymentsQuery();
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
