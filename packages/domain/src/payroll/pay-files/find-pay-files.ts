import { EXCLUDED_PAGE, MAX_PAYPAL_ROWS, type PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger } from '../../ledger';
import {
  type ExcludedPayment,
  ExcludedPaymentModel,
  PayFileModel,
  type PayFileRecord,
} from './pay-file.models';
import { readPayFileOrThrow } from './pay-file-state';

/** The latest pay files of a payroll type, newest first; also those that are being made. @param limit 0: all */
export async function listPayFiles(payrollType: PayrollType, limit = 20): Promise<PayFileRecord[]> {
  await catchUpLedger();
  return PayFileModel.find({ payrollType }).sort({ _id: -1 }).limit(limit).lean<PayFileRecord[]>();
}

/**
 * EXCLUDED_PAGE payments that could not be in a file, in their order; page is 1-based.
 * @throws AppError not_found
 */
export async function excludedPayments(
  payFileID: number,
  page: number,
): Promise<{ payments: ExcludedPayment[]; total: number }> {
  await catchUpLedger();
  const { exclusions } = await readPayFileOrThrow(payFileID);
  const payments = await ExcludedPaymentModel.find({ payFileID })
    .sort({ payFileID: 1, payrollID: 1 })
    .skip((page - 1) * EXCLUDED_PAGE)
    .limit(EXCLUDED_PAGE)
    .lean<ExcludedPayment[]>();
  return { payments, total: exclusions.reduce((sum, each) => sum + each.payments, 0) };
}

/** Each format's ending of file names, and the lines of a part at most. */
const PARTS: Record<PayFileRecord['format'], { ending: string; lines: number }> = {
  nacha: { ending: 'ach', lines: Number.POSITIVE_INFINITY },
  paypal: { ending: 'csv', lines: MAX_PAYPAL_ROWS },
};

/** The part, from 1, that has the line at this position, from 0. */
export const partOfLine = (format: PayFileRecord['format'], position: number): number =>
  Math.floor(position / PARTS[format].lines) + 1;

/** Whether a part was sent, as far as its downloads show. */
export function isPartDownloaded(
  { state, downloadedParts }: Pick<PayFileRecord, 'state' | 'downloadedParts'>,
  part: number,
): boolean {
  return state === 'downloaded' && Boolean(downloadedParts?.includes(part));
}

/** Name and number of lines of each part, and whether it was downloaded. */
export function payFileParts(
  file: Pick<PayFileRecord, '_id' | 'format' | 'lines' | 'createdDay' | 'state' | 'downloadedParts'>,
) {
  const { lines: size, ending } = PARTS[file.format];
  const count = Math.max(1, Math.ceil(file.lines / size));
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    fileName: `${file.format}-${file.createdDay}-${file._id}${count > 1 ? `-${index + 1}` : ''}.${ending}`,
    lines: Math.min(size, file.lines - (count > 1 ? index * size : 0)),
    downloaded: isPartDownloaded(file, index + 1),
  }));
}
