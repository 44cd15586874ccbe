import { AppError } from '@partnerdesk/contracts';
import type { EffectsBuilder } from '../../ledger';
import { latestMarks } from '../latest-marks';
import type { PaymentMark } from '../payroll.models';
import { PayFileLineModel, PayFileModel, type PayFileRecord } from './pay-file.models';

/** @throws AppError not_found */
export const readPayFileOrThrow = (payFileID: number): Promise<PayFileRecord> =>
  PayFileModel.findById(payFileID)
    .lean<PayFileRecord>()
    .orFail(() => new AppError('not_found', 'There is no such pay file'));

/**
 * Changes a pay file. A record may change a document once only, so what is said of a file several times is put together.
 * @param change `leftOut` and `paid` are added to the file's
 */
export function changePayFile(
  builder: EffectsBuilder,
  payFileID: number,
  change: { set: Partial<PayFileRecord>; leftOut?: number; paid?: number },
): void {
  const changes = builder.changes(PayFileModel);
  let own = changes.find(({ _id }) => _id === payFileID);
  if (!own) {
    own = { _id: payFileID, set: {}, mark: 'changedBy' };
    changes.push(own);
  }
  Object.assign(own.set, change.set);
  for (const field of ['leftOut', 'paid'] as const)
    if (change[field]) own.inc = { ...own.inc, [field]: (own.inc?.[field] ?? 0) + change[field] };
}

/** What the state of a pay file or a request does not allow; the state is in the details. */
export function stateConflict({ state }: { state: string }, message: string): AppError {
  return new AppError('conflict', message, undefined, { state });
}

/** @throws AppError conflict for a file whose making is under way, or that was discarded */
export function checkLiveOrThrow(file: PayFileRecord): void {
  if (file.state === 'building') throw stateConflict(file, 'This pay file is still being made');
  if (file.state === 'discarded') throw stateConflict(file, 'This pay file was discarded');
}

/** What can be said of a whole file's payments needs a file that may have been sent. @throws AppError conflict */
export function checkDownloadedOrThrow(file: PayFileRecord): void {
  checkLiveOrThrow(file);
  if (file.state !== 'downloaded') throw stateConflict(file, 'This pay file was not downloaded yet');
}

/** The pay file that each of these payments is in, by payrollID; a discarded one holds nothing any more. */
export async function payFilesOf(payrollIDs: readonly number[]): Promise<Map<number, number>> {
  const lines = await PayFileLineModel.find({ _id: { $in: payrollIDs } }).lean();
  const payFileIDs = [...new Set(lines.map(({ payFileID }) => payFileID))];
  const discarded = await PayFileModel.distinct('_id', { _id: { $in: payFileIDs }, state: 'discarded' });
  const free = new Set<unknown>(discarded);
  return new Map(
    lines.filter(({ payFileID }) => !free.has(payFileID)).map(({ _id, payFileID }) => [_id, payFileID]),
  );
}

/** What became of a payment since. */
export interface PaymentStatus {
  mark?: PaymentMark;
  /** The pay file that it is in; not one that was discarded. */
  payFileID?: number;
}

/** How these payments stand now. */
export async function paymentStatuses(payrollIDs: readonly number[]): Promise<Map<number, PaymentStatus>> {
  const [marks, payFiles] = await Promise.all([latestMarks(payrollIDs), payFilesOf(payrollIDs)]);
  return new Map(
    payrollIDs.map((id) => {
      const mark = marks.get(id);
      const payFileID = payFiles.get(id);
      return [id, { ...(mark && { mark }), ...(payFileID !== undefined && { payFileID }) }];
    }),
  );
}
