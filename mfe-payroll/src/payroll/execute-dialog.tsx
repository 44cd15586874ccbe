import type { ExecutePayrollRequest, PayrollRun } from '@partnerdesk/contracts';
import {
  ConfirmDialog,
  formatCount,
  formatDay,
  formatUsd,
  readFailure,
  useConfiguration,
} from '@partnerdesk/web';
import { useGetExecutionPreviewQuery } from './payroll.api';
import { counted } from './texts';

/** What is about to be executed: one person, rows of a generation, or all of them. */
export interface ExecutionWork {
  /** 0: all that `body` names. */
  affID: number;
  body: ExecutePayrollRequest;
  /** The name of the one person. */
  who?: string;
}

interface ExecuteDialogProps {
  run: PayrollRun;
  work: ExecutionWork;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before money moves: how many people, how much, and what to mind, as the server has it now. */
export function ExecuteDialog({ run, work, onConfirm, onClose }: ExecuteDialogProps) {
  const { payrollApproval, payrollConfirmOver } = useConfiguration();
  const { payrollType, endDate } = run;
  const query = useGetExecutionPreviewQuery(
    { payrollType, endDate, affID: work.affID, body: work.body },
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
        ['Account changed lately', figure(preview && formatCount(preview.accountsChanged))],
      ]}
      note={
        query.isError ? (
          readFailure(query.error).reason || 'It could not be looked up.'
        ) : (
          <Left {...preview} />
        )
      }
      {...(preview && preview.amount > payrollConfirmOver && { typed: formatUsd(preview.amount) })}
      confirmLabel={isRequest ? 'Request approval' : 'Pay'}
      busy={!preview || nobody}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** Who of those chosen is not paid, and why. */
function Left({ outcomes = {} }: { outcomes?: PayrollRun['outcomes'] }) {
  const { held = 0, changed = 0, already = 0, nothing = 0, failed = 0 } = outcomes;
  const parts = [
    held > 0 && `${counted(held, 'row')} held because of a changed account`,
    changed > 0 && `${counted(changed, 'row')} changed since reviewed`,
    already > 0 && `${formatCount(already)} executed before`,
    nothing + failed > 0 && `${formatCount(nothing + failed)} with nothing to pay`,
  ].filter(Boolean);
  return parts.length > 0 ? <>Not paid by this: {parts.join(', ')}.</> : null;
}
