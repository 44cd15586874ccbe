import { type PaymentStatement, type PayrollEntry, STATEMENT_PAGE } from '@partnerdesk/contracts';
import { type Column, DataTable, formatInstant, formatUsd, sumUsd, useConfiguration } from '@partnerdesk/web';
import '../totals.css';

const TYPE_TEXT: Record<string, string> = {
  sexting: 'package',
  returned: 'returned payment',
};

function columnsIn(timeZone: string): Column<PayrollEntry>[] {
  return [
    { header: 'Date', cell: (entry) => formatInstant(entry.at, timeZone), rowHeader: true },
    {
      header: 'Type',
      className: 'pd-words',
      cell: ({ type, reason, saleID }) => (
        <>
          {TYPE_TEXT[type] ?? type}
          {reason && `: ${reason}`}
          {saleID && <small className="pd-narrow">{saleID}</small>}
        </>
      ),
    },
    { header: 'Sale', className: 'pd-wide', cell: (entry) => entry.saleID ?? '' },
    {
      header: 'Amount',
      numeric: true,
      cell: ({ amount, commission }) => (
        <>
          {formatUsd(amount)}
          <small className="pd-narrow">at {commission}%</small>
        </>
      ),
    },
    { header: 'Commission', className: 'pd-wide', cell: (entry) => `${entry.commission}%`, numeric: true },
    { header: 'Payout', cell: (entry) => formatUsd(entry.payout), numeric: true },
  ];
}

interface StatementEntriesProps {
  statement: PaymentStatement;
  isOnePage: boolean;
  isLast: boolean;
}

/** One page of entries. On several pages each begins with what those before add up to. */
export function StatementEntries({ statement, isOnePage, isLast }: StatementEntriesProps) {
  const { businessTimezone } = useConfiguration();
  const { entries, broughtForward } = statement;
  const pageSum = sumUsd(entries.map(({ payout }) => payout));
  const sum = formatUsd(sumUsd([broughtForward, pageSum]));
  return (
    <>
      <DataTable
        caption="Entries"
        columns={columnsIn(businessTimezone)}
        rows={entries}
        rowKey={(entry) => entry.entryID}
        pageSize={STATEMENT_PAGE}
        footer={[isOnePage ? 'Payment' : 'This page', '', '', '', '', formatUsd(pageSum)]}
      />
      {!isOnePage && (
        <p className="aff-statement-carry">
          Brought forward {formatUsd(broughtForward)} + this page {formatUsd(pageSum)} ={' '}
          {isLast ? 'payment' : 'carried forward'} <strong>{sum}</strong>
        </p>
      )}
    </>
  );
}
