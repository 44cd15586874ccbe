import {
  PAID_BY,
  PAY_FILE_FORMAT_TEXT,
  PAY_FILE_FORMATS,
  PAYMENT_METHODS,
  type PayFileFormat,
  type PayFileRequest,
  type PayrollReportRow,
  type PayrollRun,
} from '@partnerdesk/contracts';
import { Button, useAlerts } from '@partnerdesk/web';
import { useCreatePayFileMutation, useListPayFilesQuery } from './payroll.api';

interface PayFileButtonsProps {
  run: PayrollRun;
  /** The payments to put into the file. */
  what: Pick<PayFileRequest, 'run' | 'except' | 'payrollIDs'>;
  disabled: boolean;
  /** The selected payments, as far as they are known. */
  rows: readonly PayrollReportRow[] | undefined;
  /** They are in a file now. */
  onMade: () => void;
}

const waits = ({ state, payFileID }: PayrollReportRow) => state === 'executed' && payFileID === undefined;

/** The file that some of these payments wait for. */
function suggestedFormat(rows: readonly PayrollReportRow[] = []): PayFileFormat | undefined {
  const waiting = rows.filter(waits);
  const type = PAID_BY.find((each) => waiting.some(({ paymentType }) => paymentType === each));
  return type && PAYMENT_METHODS[type].format;
}

/** Has a pay file of the selected payments made; who cannot be in it is listed with it. */
export function PayFileButtons({ run, what, disabled, rows, onMade }: PayFileButtonsProps) {
  const alerts = useAlerts();
  const [createFile, { isLoading }] = useCreatePayFileMutation();
  const make = async (format: PayFileFormat) => {
    const { error } = await createFile({ payrollType: run.payrollType, format, ...what });
    if (error) alerts.failure(error);
    else onMade();
  };
  const { data: files = [] } = useListPayFilesQuery(run.payrollType);
  const isMaking = files.some(({ state }) => state === 'making');
  const suggested = suggestedFormat(rows);
  const blocked = disabled || isLoading || isMaking || (rows !== undefined && !rows.some(waits));
  const button = (format: PayFileFormat) => (
    <Button
      key={format}
      variant={format === suggested ? 'primary' : 'outline-primary'}
      disabled={blocked}
      onClick={() => void make(format)}
    >
      {PAY_FILE_FORMAT_TEXT[format]} file
    </Button>
  );
  return <div className="pay-actions">{PAY_FILE_FORMATS.map(button)}</div>;
}
