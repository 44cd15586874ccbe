import {
  PAYMENT_STATE_TEXT,
  type PaymentStatement,
  paymentTypeText,
  STATEMENT_PART_TEXT,
} from '@partnerdesk/contracts';
import {
  Badge,
  type Column,
  DataTable,
  type Fact,
  formatCount,
  formatDay,
  formatInstant,
  formatUsd,
  Panel,
  useConfiguration,
} from '@partnerdesk/web';

type Sum = PaymentStatement['sums'][number];

const COLUMNS: Column<Sum>[] = [
  { header: 'What it adds up', cell: ({ part }) => STATEMENT_PART_TEXT[part], rowHeader: true },
  { header: 'Entries', cell: ({ entries }) => formatCount(entries), numeric: true },
  { header: 'Payout', cell: ({ payout }) => formatUsd(payout), numeric: true },
];

/** Executed is not paid yet. */
const STATE_TONE = { executed: 'neutral', paid: 'good', returned: 'caution' } as const;

/** Who was paid what, for which days, and the parts that add up to it. */
export function StatementSummary({ statement }: { statement: PaymentStatement }) {
  const { businessTimezone } = useConfiguration();
  const { name, startPeriod, endPeriod, paymentType, paymentInfo, dateCreated, state, reason } = statement;
  const facts: Fact[] = [
    ['Payee', name],
    ['Period', `${formatDay(startPeriod)} – ${formatDay(endPeriod)}`],
    ['Payment method', `${paymentTypeText(paymentType)} ${paymentInfo}`],
    ['Date', formatInstant(dateCreated, businessTimezone)],
    [
      'State',
      <>
        <Badge tone={STATE_TONE[state]}>{PAYMENT_STATE_TEXT[state]}</Badge>
        {reason && ` ${reason}`}
      </>,
    ],
  ];
  return (
    <Panel title="Summary" className="aff-statement">
      <dl className="aff-statement-facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption="What the payment adds up"
        columns={COLUMNS}
        rows={statement.sums}
        rowKey={({ part }) => part}
        footer={['Payment', formatCount(statement.total), formatUsd(statement.amount)]}
      />
    </Panel>
  );
}
