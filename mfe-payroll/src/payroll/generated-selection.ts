import {
  type ExecutePayrollRequest,
  PAYMENT_TYPE,
  type PayrollRow,
  type PayrollRun,
  personIdOf,
} from '@partnerdesk/contracts';
import { sumUsd } from '@partnerdesk/web';
import type { ExecutionWork } from './execute-dialog';
import type { FilteredRows } from './row-filters';
import type { SelectedRow, Selection } from './selection';
import { type RowOutcomes, seenRow } from './use-execution';

export interface GeneratedSelection {
  count: number;
  /** Dollars. */
  sum: number;
  /** undefined while not all of them are known. */
  rows: SelectedRow[] | undefined;
  /** Rows that 'all' leaves out: their account changed recently. */
  held: number;
  /** Selected rows that the filters hide. */
  unseen: number;
  /** undefined while it cannot be said. */
  work: ExecutionWork | undefined;
}

/**
 * Sums up a selection as executing it would: who is executed already is paid nothing again, and 'all' leaves out who is
 * held (docs/RULES.md, Payment details); the run of one person is no 'all'.
 */
export function generatedSelection(
  run: PayrollRun,
  selection: Selection<PayrollRow>,
  filtered: FilteredRows<PayrollRow>,
  outcomes: RowOutcomes,
): GeneratedSelection {
  const summed = (rows: readonly PayrollRow[]) => {
    const selected = rows.map((row) => ({
      amount: outcomes.current(row).payoutAmount,
      paymentType: row.paymentType,
      flags: flagsOf(row),
    }));
    return { count: rows.length, sum: sumUsd(selected.map(({ amount }) => amount)), rows: selected };
  };
  const isUnknown = ({ paymentType }: PayrollRow) => paymentType === PAYMENT_TYPE.unknown;
  if (!selection.everybody) {
    const shown = new Set(filtered.key ? filtered.rows?.map(personIdOf) : undefined);
    return {
      ...summed(selection.rows),
      held: 0,
      unseen: filtered.key ? selection.rows.filter((row) => !shown.has(personIdOf(row))).length : 0,
      work: {
        affID: 0,
        body: { rows: selection.rows.map((row) => seenRow(row, outcomes)) },
        ...unknownOf(selection.rows.filter(isUnknown).length, selection.rows.length, {
          rows: selection.rows.filter((row) => !isUnknown(row)).map((row) => seenRow(row, outcomes)),
        }),
      },
    };
  }
  const isLeftOut = ({ accountHeld }: PayrollRow) => accountHeld === true && run.personID === 0;
  const { rows, hidden, key } = filtered;
  if (!rows) {
    const { accountsHeld = 0, heldAmount = 0 } = run.personID === 0 ? run : {};
    const all = { count: run.rows - accountsHeld, sum: sumUsd([run.amount, -heldAmount]) };
    // How many of all the filters leave is not known yet.
    const known = key ? { count: 0, sum: 0 } : all;
    const work = key ? undefined : { affID: run.personID, body: { run: run.id } };
    return { ...known, rows: undefined, held: accountsHeld, unseen: 0, work };
  }
  const open = rows.filter((row) => outcomes.payrollIdOf(row) === undefined);
  const except = hidden.map(personIdOf);
  const chosen = open.filter((row) => !isLeftOut(row));
  const unknown = chosen.filter(isUnknown);
  return {
    ...summed(chosen),
    held: open.filter(isLeftOut).length,
    unseen: 0,
    work: {
      affID: run.personID,
      body: { run: run.id, ...(except.length > 0 && { except }) },
      ...unknownOf(unknown.length, chosen.length, {
        run: run.id,
        except: [...except, ...unknown.map(personIdOf)],
      }),
    },
  };
}

/** Where some of several rows, not all, are of unknown type: they can be left out. */
const unknownOf = (count: number, of: number, without: ExecutePayrollRequest) =>
  count > 0 && count < of && { unknown: { count, without } };

function flagsOf(flags: PayrollRow): string[] {
  return [
    flags.accountChangedAt !== undefined && 'Account changed recently',
    flags.accountHeld && 'Held',
    flags.accountShared && 'Shared account',
    flags.accountReturned && 'Last payment came back',
    flags.openSignals !== undefined && 'Signals to review',
  ].filter((flag) => typeof flag === 'string');
}
