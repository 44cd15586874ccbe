import type { PayFile } from '../calls/pay-files.calls';
import { momentColumn, type TableColumn } from '../table-column';
import { PAY_FILE_FORMAT_TEXT } from '../wire-payroll';

export type PayFileStateText = 'Being made' | 'Not made' | 'Discarded' | 'Made' | 'Downloaded' | 'Settled';

export function payFileStateText({
  state,
  failure,
  downloaded,
  lines,
  leftOut,
}: Pick<PayFile, 'state' | 'failure' | 'downloaded' | 'lines' | 'leftOut'>): PayFileStateText {
  if (state === 'making') return 'Being made';
  if (state === 'discarded') return failure ? 'Not made' : 'Discarded';
  if (!downloaded) return 'Made';
  return leftOut === lines ? 'Settled' : 'Downloaded';
}

type Step = PayFile['life'][number]['step'];
export const PAY_FILE_STEP_TEXT: Readonly<Record<Step, string>> = {
  made: 'Made',
  downloaded: 'Downloaded',
  marked: 'Last marked',
  discarded: 'Discarded',
};
const stepOf = (file: PayFile, step: Step) => file.life.find((each) => each.step === step);
const stepColumns = (step: Step): TableColumn<PayFile>[] => [
  momentColumn(PAY_FILE_STEP_TEXT[step], (file) => stepOf(file, step)?.at),
  { header: `${PAY_FILE_STEP_TEXT[step]} by`, kind: 'text', value: (file) => stepOf(file, step)?.by },
];

export const PAY_FILE_COLUMNS: readonly TableColumn<PayFile>[] = [
  { header: 'File', kind: 'count', value: ({ payFileID }) => payFileID },
  { header: 'Format', kind: 'text', value: ({ format }) => PAY_FILE_FORMAT_TEXT[format] },
  { header: 'State', kind: 'text', value: payFileStateText },
  { header: 'Payments', kind: 'count', value: ({ lines }) => lines },
  { header: 'Sum', kind: 'money', value: ({ amount }) => amount },
  { header: 'Paid or returned', kind: 'count', value: ({ leftOut }) => leftOut },
  {
    header: 'Left out of it',
    kind: 'count',
    value: ({ excluded }) => excluded.reduce((sum, { payments }) => sum + payments, 0),
  },
  ...(['made', 'downloaded', 'marked', 'discarded'] as const).flatMap(stepColumns),
  { header: 'Reason', kind: 'text', value: ({ failure }) => failure },
];
