import {
  PAYROLLS,
  type PaymentResultLine,
  type PaymentResultsPreview,
  payrollTypeOf,
} from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  formatCount,
  formatUsd,
  Panel,
} from '@partnerdesk/web';
import { useState } from 'react';
import { counted } from '../payroll/texts';

interface ResultsPreviewProps {
  name: string;
  preview: PaymentResultsPreview;
  busy: boolean;
  onConfirm: () => void;
}

const STATE_TEXT = { paid: 'Paid', returned: 'Returned' } as const;

const payeeText = ({ kind, personID, name }: Pick<PaymentResultLine, 'kind' | 'personID' | 'name'>) =>
  `${PAYROLLS[payrollTypeOf(kind)].person} ${personID} ${name}`;

const COLUMNS: Column<PaymentResultLine>[] = [
  { header: 'Payee', cell: payeeText, rowHeader: true },
  { header: 'Amount', cell: ({ amount }) => formatUsd(amount), numeric: true, besideName: true },
  {
    header: 'Becomes',
    cell: ({ state, already }) => (
      <>
        <Badge tone={state === 'paid' ? 'good' : 'caution'}>{STATE_TEXT[state] ?? state}</Badge>
        {already && ' already'}
      </>
    ),
  },
  { header: 'Reason', className: 'pay-text pay-reason', cell: ({ reason }) => reason },
  { header: 'Payment', cell: ({ payrollID }) => payrollID, numeric: true },
  { header: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
];

const NOTICE_COLUMNS: Column<PaymentResultsPreview['notices'][number]>[] = [
  { header: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  { header: 'Payment', cell: ({ payrollID }) => payrollID ?? '', numeric: true },
  {
    header: 'Payee',
    cell: ({ kind, personID = 0, name = '' }) => (kind ? payeeText({ kind, personID, name }) : ''),
  },
  { header: 'Why', className: 'pay-text pay-reason', cell: ({ reason }) => reason, rowHeader: true },
];

export function FirstShown({ list, total, what }: { list: readonly unknown[]; total: number; what: string }) {
  if (list.length >= total) return null;
  return <p>{`The first ${formatCount(list.length)} of ${counted(total, what)} are shown.`}</p>;
}

export function ResultsPreview({ name, preview, busy, onConfirm }: ResultsPreviewProps) {
  const [asks, setAsks] = useState(false);
  const { results, notices, counts, paidAmount, returnedAmount } = preview;
  const fresh = counts.paid + counts.returned;
  return (
    <>
      <Panel title={name}>
        <div className="pay-bar">
          <span className="pay-bar-sum">
            {counted(counts.returned, 'payment')} returned ({formatUsd(returnedAmount)}),{' '}
            {counted(counts.paid, 'payment')} paid ({formatUsd(paidAmount)}), {formatCount(counts.already)}{' '}
            marked before
          </span>
          <Button disabled={fresh === 0 || busy} onClick={() => setAsks(true)}>
            Mark {counted(fresh, 'payment')}
          </Button>
        </div>
        {results.length > 0 ? (
          <DataTable
            stacked
            caption="Payments of the file"
            columns={COLUMNS}
            rows={results}
            rowKey={({ line }) => line}
          />
        ) : (
          <p>No line of this file is of a payment that was sent.</p>
        )}
        <FirstShown list={results} total={fresh + counts.already} what="line" />
      </Panel>
      {notices.length > 0 && (
        <Panel title="Lines that mark nothing">
          <DataTable
            stacked
            caption="Lines that mark nothing"
            columns={NOTICE_COLUMNS}
            rows={notices}
            rowKey={({ line, reason }) => `${line} ${reason}`}
          />
          <FirstShown list={notices} total={counts.notices} what="line" />
        </Panel>
      )}
      {asks && (
        <ConfirmDialog
          title="Mark these payments?"
          summary={[
            ['Returned', `${counted(counts.returned, 'payment')}, ${formatUsd(returnedAmount)}`],
            ['Paid', `${counted(counts.paid, 'payment')}, ${formatUsd(paidAmount)}`],
          ]}
          note="Returned amounts are paid again with the next payroll, and their payees get an email."
          confirmLabel="Mark payments"
          busy={busy}
          onConfirm={() => {
            setAsks(false);
            onConfirm();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
