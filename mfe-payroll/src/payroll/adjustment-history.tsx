import { ADJUSTMENTS_PAGE, type PayrollAdjustment, type PayrollType } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatDay,
  formatInstant,
  formatUsd,
  isConflict,
  Pager,
  Panel,
  QueryView,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useGetAdjustmentsQuery, useReverseAdjustmentMutation } from './payroll.api';
import { ReasonDialog } from './reason-dialog';
import { waitsText } from './texts';

interface AdjustmentHistoryProps {
  payrollType: PayrollType;
  personID: number;
  name: string;
}

/** A person's adjustments, newest first; each can be reversed once. */
export function AdjustmentHistory({ payrollType, personID, name }: AdjustmentHistoryProps) {
  const { businessTimezone } = useConfiguration();
  const [page, setPage] = useState(1);
  const query = useGetAdjustmentsQuery({ payrollType, personID, page });
  const [reversed, setReversed] = useState<PayrollAdjustment>();
  return (
    <Panel title={`Adjustments of ${name}`}>
      <QueryView query={query} failure="The adjustments could not be loaded.">
        {({ adjustments, total }) =>
          total === 0 ? (
            <EmptyState text="There is none yet. What is added above is listed here." />
          ) : (
            <>
              <DataTable
                caption={`Adjustments of ${name}`}
                columns={columnsOf(businessTimezone, setReversed)}
                rows={adjustments}
                rowKey={({ entryID }) => entryID}
              />
              <Pager page={page} pages={Math.ceil(total / ADJUSTMENTS_PAGE)} onPage={setPage} />
            </>
          )
        }
      </QueryView>
      {reversed && <ReverseDialog adjustment={reversed} name={name} onClose={() => setReversed(undefined)} />}
    </Panel>
  );
}

function columnsOf(
  timeZone: string,
  onReverse: (adjustment: PayrollAdjustment) => void,
): Column<PayrollAdjustment>[] {
  return [
    {
      header: 'Reason',
      rowHeader: true,
      className: 'pay-text',
      cell: ({ reason, by, at, reverses }) => (
        <>
          {reason} {reverses && <Badge tone="info">Reversal</Badge>}
          <span className="pd-field-hint d-block">
            {formatInstant(at, timeZone)}, {by}
          </span>
        </>
      ),
    },
    { header: 'Amount', cell: ({ amount }) => formatUsd(amount), numeric: true },
    { header: 'Counts from', className: 'pay-wide', cell: ({ postedDay }) => formatDay(postedDay) },
    {
      key: 'reverse',
      header: <span className="visually-hidden">Reverse</span>,
      className: 'pay-text',
      cell: (adjustment) => <Reversed adjustment={adjustment} timeZone={timeZone} onReverse={onReverse} />,
    },
  ];
}

interface ReversedProps {
  adjustment: PayrollAdjustment;
  timeZone: string;
  onReverse: (adjustment: PayrollAdjustment) => void;
}

/** Who has reversed it, or the way to do so. */
function Reversed({ adjustment, timeZone, onReverse }: ReversedProps) {
  const { reverses, reversed, amount, at } = adjustment;
  if (reverses) return null;
  if (!reversed) {
    return (
      <Button
        variant="outline-primary"
        size="sm"
        aria-label={`Reverse ${formatUsd(amount)} of ${formatInstant(at, timeZone)}`}
        onClick={() => onReverse(adjustment)}
      >
        Reverse
      </Button>
    );
  }
  return (
    <>
      <Badge>Reversed</Badge>
      <span className="pd-field-hint d-block">
        {reversed.by}, {formatInstant(reversed.at, timeZone)}: {reversed.reason}
      </span>
    </>
  );
}

interface ReverseDialogProps {
  adjustment: PayrollAdjustment;
  name: string;
  onClose: () => void;
}

function ReverseDialog({ adjustment: { entryID, amount, reason }, name, onClose }: ReverseDialogProps) {
  const alerts = useAlerts();
  const [reverse, { isLoading }] = useReverseAdjustmentMutation();
  const confirm = async (why: string) => {
    const { data, error } = await reverse({ entryID, reason: why });
    if (error) alerts.failure(error);
    else if ('approvalID' in data) alerts.success(waitsText(data));
    else alerts.success(`Reversed: ${formatUsd(data.payout)} from ${formatDay(data.postedDay)} on`);
    // Where it is reversed by now there is nothing to try again.
    if (!error || isConflict(error)) onClose();
  };
  return (
    <ReasonDialog
      title="Reverse this adjustment?"
      summary={[
        ['Of', name],
        ['Adjustment', `${formatUsd(amount)}, ${reason}`],
        [amount > 0 ? 'Taken off' : 'Added', formatUsd(Math.abs(amount))],
      ]}
      note="It is reversed by an adjustment of the opposite amount. That cannot be taken back."
      confirmLabel="Reverse adjustment"
      busy={isLoading}
      onConfirm={(why) => void confirm(why)}
      onClose={onClose}
    />
  );
}
