import { type AffiliateChange, type GroupChange, ratesText } from '@partnerdesk/contracts';
import { Badge, Button, type Column, DataTable, formatDay, Moment, singleClick } from '@partnerdesk/web';

type Change = GroupChange | AffiliateChange;

const saidBy = (change: Change): string => {
  if ('rates' in change) return ratesText(change.rates);
  const group = change.groupID ? `Group ${change.groupName}` : 'No group';
  return change.own ? `${ratesText(change.own)} (${group})` : group;
};

interface ChangesTableProps {
  caption: string;
  changes: readonly Change[];
  today: string;
  /** Missing: nobody may withdraw a planned one. */
  onWithdraw?: ((number: number) => void) | undefined;
}

/** Every change of terms that was entered, the last one first. */
export function ChangesTable({ caption, changes, today, onWithdraw }: ChangesTableProps) {
  const isPlanned = (change: Change) => change.from > today && !change.withdrawnBy;
  const columns: Column<Change>[] = [
    {
      header: 'From',
      rowHeader: true,
      cell: (change) => (
        <>
          {change.from ? formatDay(change.from) : 'Always'}{' '}
          {change.withdrawnBy && <Badge tone="neutral">Withdrawn</Badge>}
          {isPlanned(change) && <Badge tone="info">Planned</Badge>}
        </>
      ),
    },
    { header: 'Terms', className: 'acc-breaking', cell: saidBy },
    {
      header: 'Entered',
      // Who it was is never cut: the cell takes the lines that it needs.
      className: 'acc-breaking',
      cell: ({ at, by }) =>
        at ? (
          <>
            <Moment at={at} />
            {by && ` by ${by}`}
          </>
        ) : (
          'before'
        ),
    },
  ];
  if (onWithdraw && changes.some(isPlanned))
    columns.push({
      header: 'Action',
      cell: (change) =>
        isPlanned(change) && (
          <Button
            variant="outline-primary"
            size="sm"
            aria-label={`Withdraw the change of ${formatDay(change.from)}`}
            onClick={singleClick(() => onWithdraw(change.number))}
          >
            Withdraw
          </Button>
        ),
    });
  return (
    <DataTable
      stacked
      caption={caption}
      columns={columns}
      rows={[...changes].reverse()}
      rowKey={({ number }) => number}
    />
  );
}
