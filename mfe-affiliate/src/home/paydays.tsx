import { countOf, formatDay, formatMonth, formatUsd, useConfiguration } from '@partnerdesk/web';

/** How a sale becomes a payment, with the days of the period that runs. */
export function Paydays() {
  const { today, program } = useConfiguration();
  const { commission, minimumPayout, payoutHoldDays, endDate, dueDate } = program;
  return (
    <section className="aff-paydays" aria-labelledby="aff-paydays-title">
      <h2 id="aff-paydays-title">When your first payment could come</h2>
      <ol className="pd-list">
        <li className="aff-payday">
          <time dateTime={today}>Today</time>
          <strong>A click</strong>
          <span>You register and share your link. Who joins through it is yours.</span>
        </li>
        <li className="aff-payday">
          <time dateTime={endDate}>Until {formatDay(endDate)}</time>
          <strong>A sale</strong>
          <span>
            {commission}% of everything that they buy in {formatMonth(endDate)} is counted for you, less
            refunds
            {payoutHoldDays > 0 && `; each sale can be paid ${countOf(payoutHoldDays, 'day')} later`}.
          </span>
        </li>
        <li className="aff-payday">
          <time dateTime={dueDate}>By {formatDay(dueDate)}</time>
          <strong>A payment</strong>
          <span>
            By direct deposit or PayPal
            {minimumPayout > 0 && `, from ${formatUsd(minimumPayout)}; less carries over to the next month`}.
          </span>
        </li>
      </ol>
    </section>
  );
}
