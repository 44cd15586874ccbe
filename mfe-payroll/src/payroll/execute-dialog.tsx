import type { ExecutePayrollRequest, PayrollRun } from '@partnerdesk/contracts';
import {
  ConfirmDialog,
  formatCount,
  formatDay,
  formatUsd,
  readFailure,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useGetExecutionPreviewQuery } from './payroll.api';
import { counted } from './texts';

/** What is about to be executed: one person, rows of a generation, or all of them. */
export interface ExecutionWork {
  /** 0: all that `body` names. */
  affID: number;
  body: ExecutePayrollRequest;
  /** What the button says, where it does more than execute. */
  label?: string;
  who?: string;
  /** Rows of payment type Unknown among several, as far as they are known, and the rest without them. */
  unknown?: { count: number; without: ExecutePayrollRequest };
}

interface ExecuteDialogProps {
  run: PayrollRun;
  work: ExecutionWork;
  onConfirm: (work: ExecutionWork) => void;
  onClose: () => void;
}

/** Asks before payments are fixed: how many people, how much, and what to mind, as the server has it now. */
export function ExecuteDialog({ run, work, onConfirm, onClose }: ExecuteDialogProps) {
  const { payrollApproval, payrollConfirmOver } = useConfiguration();
  const { payrollType, endDate } = run;
  const { unknown } = work;
  const [leavesOut, setLeavesOut] = useState(unknown !== undefined);
  const chosen = unknown && leavesOut ? { affID: work.affID, body: unknown.without } : work;
  const query = useGetExecutionPreviewQuery(
    { payrollType, endDate, affID: chosen.affID, body: chosen.body },
    { refetchOnMountOrArgChange: true },
  );
  const preview = query.isFetching || query.isError ? undefined : query.currentData;
  const isRequest = payrollApproval === 'four-eyes';
  const nobody = preview?.persons === 0;
  const figure = (text: string | undefined) => text ?? (query.isError ? '?' : '…');
  return (
    <ConfirmDialog
      title={isRequest ? 'Request this payroll?' : 'Execute payroll?'}
      summary={[
        ['Through', formatDay(endDate)],
        ['People', figure(preview && [formatCount(preview.persons), work.who].filter(Boolean).join(': '))],
        ['Sum', figure(preview && formatUsd(preview.amount))],
        ['Payment type unknown', figure(preview && formatCount(preview.unknown))],
        ['Account changed recently', figure(preview && formatCount(preview.accountsChanged))],
      ]}
      note={
        query.isError ? (
          readFailure(query.error).reason || 'It could not be looked up.'
        ) : (
          <Left {...preview} />
        )
      }
      {...(preview && preview.amount > payrollConfirmOver && { typed: formatUsd(preview.amount) })}
      confirmLabel={isRequest ? 'Request approval' : (work.label ?? 'Execute')}
      busy={!preview || nobody}
      onConfirm={() => onConfirm(chosen)}
      onClose={onClose}
    >
      {(unknown || (preview?.unknown ?? 0) > 0) && (
        <div className="pay-caution">
          <p>
            {counted(unknown?.count ?? preview?.unknown ?? 0, 'payment')} of unknown type: no pay file can
            hold them until their payment type is set.
          </p>
          {unknown && (
            <label className="form-check">
              <input
                type="checkbox"
                className="form-check-input"
                checked={leavesOut}
                onChange={() => setLeavesOut(!leavesOut)}
              />
              <span className="form-check-label">Leave them out</span>
            </label>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

function Left({ outcomes = {} }: { outcomes?: PayrollRun['outcomes'] }) {
  const { held = 0, changed = 0, already = 0, nothing = 0, failed = 0 } = outcomes;
  const parts = [
    held > 0 && `${counted(held, 'row')} held because of a changed account`,
    changed > 0 && `${counted(changed, 'row')} changed since reviewed`,
    already > 0 && `${formatCount(already)} executed before`,
    nothing + failed > 0 && `${formatCount(nothing + failed)} with nothing to pay`,
  ].filter(Boolean);
  return parts.length > 0 ? <>Not executed by this: {parts.join(', ')}.</> : null;
}
