import { type AffiliateChange, type GroupChange, ratesText } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  formatDay,
  isConflict,
  Moment,
  readFailure,
  singleClick,
} from '@partnerdesk/web';
import { useState } from 'react';

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
  /** Withdraws a planned one; missing: nobody may. */
  withdraw?: ((number: number) => Promise<unknown>) | undefined;
}

/** Every change of terms that was entered, the last one first. */
export function ChangesTable({ caption, changes, today, withdraw }: ChangesTableProps) {
  const [refusal, setRefusal] = useState('');
  const isPlanned = (change: Change) => change.from > today && !change.withdrawnBy;
  const take = async (number: number) => {
    setRefusal('');
    await withdraw?.(number).catch((error) => setRefusal(readFailure(error).alert.text));
  };
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
  if (withdraw && changes.some(isPlanned))
    columns.push({
      header: 'Action',
      cell: (change) =>
        isPlanned(change) && (
          <Button
            variant="outline-primary"
            size="sm"
            aria-label={`Withdraw the change of ${formatDay(change.from)}`}
            onClick={singleClick(() => take(change.number))}
          >
            Withdraw
          </Button>
        ),
    });
  return (
    <>
      {refusal && (
        <p className="pd-refusal" role="alert">
          {refusal}
        </p>
      )}
      <DataTable
        stacked
        caption={caption}
        columns={columns}
        rows={[...changes].reverse()}
        rowKey={({ number }) => number}
      />
    </>
  );
}

/**
 * When a form about terms starts again from what is saved: after each change. One that was refused because somebody else
 * was faster keeps what was typed while their change arrives, and can be saved upon it. The version of the record says
 * nothing: it is another one, too, when something else of the same record is saved, a name or an address.
 * @returns `start`: another one with each start; `watch`: a change, of which a conflict is noted
 */
export function useFormStart(changes: readonly Pick<GroupChange, 'number' | 'withdrawnBy'>[]) {
  const [kept, setKept] = useState<string>();
  const start = kept ?? changes.map(({ number, withdrawnBy }) => `${number}${withdrawnBy}`).join(' ');
  const watch = async <Result,>(change: Promise<Result>): Promise<Result> => {
    try {
      const result = await change;
      setKept(undefined);
      return result;
    } catch (error) {
      if (isConflict(error)) setKept(start);
      throw error;
    }
  };
  return { start, watch };
}

export type Watch = ReturnType<typeof useFormStart>['watch'];
