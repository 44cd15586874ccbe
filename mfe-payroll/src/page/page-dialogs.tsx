import {
  type ExecutePayrollRequest,
  type PayFile,
  type PayrollRun,
  type PayrollType,
  personIdOf,
} from '@partnerdesk/contracts';
import { ConfirmDialog, formatCount, formatUsd, sumUsd } from '@partnerdesk/web';
import { ExecuteDialog } from '../payroll/execute-dialog';
import { payFileName } from '../payroll/pay-file-columns';
import type { PageSelection } from './open-rows';
import type { useExecuteHere } from './use-follow';

interface ExecuteSelectedProps {
  payrollType: PayrollType;
  run: PayrollRun;
  /** As it was when the question was asked. */
  selection: PageSelection;
  onExecute: ReturnType<typeof useExecuteHere>['execute'];
  onClose: () => void;
}

/** Asks before what is selected is executed and its files are made. */
export function ExecuteSelected(props: ExecuteSelectedProps) {
  const { payrollType, run, selection, onExecute, onClose } = props;
  const { sum, clear } = selection;
  return (
    <ExecuteDialog
      run={run}
      work={{ affID: 0, body: bodyOf(selection), label: 'Execute and make the files' }}
      onConfirm={(work) => {
        onClose();
        onExecute(payrollType, run.endDate, work, { sum, clear });
      }}
      onClose={onClose}
    />
  );
}

/**
 * What is selected, as short as it can be said: all of the generation but some, unless somebody has ticked a row that needs
 * a look, which only a row by itself pays.
 */
function bodyOf({ runID, ready, look, selected, isSelected }: PageSelection): ExecutePayrollRequest {
  if (look.some(isSelected)) {
    const rows = selected.map((row) => ({ id: personIdOf(row), fingerprint: row.fingerprint }));
    return { rows, makeFiles: true };
  }
  const except = [...look, ...ready.filter((row) => !isSelected(row))].map(personIdOf);
  return { run: runID, ...(except.length > 0 && { except }), makeFiles: true };
}

interface MarkPaidProps {
  files: readonly PayFile[];
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before all payments of these files are marked as paid, those of other payrolls that are in them, too. */
export function MarkPaid({ files, onConfirm, onClose }: MarkPaidProps) {
  const count = (of: (file: PayFile) => number) =>
    formatCount(files.reduce((sum, file) => sum + of(file), 0));
  return (
    <ConfirmDialog
      title="Mark as paid?"
      summary={[
        ['Files', files.map(payFileName).join(', ')],
        [
          'Payments',
          `${count(({ lines }) => lines)}, ${formatUsd(sumUsd(files.map(({ amount }) => amount)))}`,
        ],
        ['Still open', count(({ lines, leftOut }) => lines - leftOut)],
      ]}
      note="Only once the bank and PayPal have paid. What they send back can still be marked."
      confirmLabel="Mark as paid"
      onConfirm={() => {
        onClose();
        void onConfirm().catch(() => undefined);
      }}
      onClose={onClose}
    />
  );
}
