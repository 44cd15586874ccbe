import type { PayFileFormat, PayrollType } from '@partnerdesk/contracts';
import { AppError, EXCLUDED_PAGE, MAX_PAYPAL_ROWS, PAYMENT_STATES } from '@partnerdesk/contracts';
import { catchUpLedger, type EffectsBuilder, JournalModel } from '../../ledger';
import { type By, plainModel } from '../../platform';
import { latestMarks, type PaymentMark, PaymentMarkModel, PayrollModel } from '../payroll.models';

/** A pay file: which payments are in it. Its text is written for each download and stored nowhere. */
export interface PayFileRecord {
  /** payFileID. */
  _id: number;
  format: PayFileFormat;
  payrollType: PayrollType;
  /** Its lines are being claimed, it can be downloaded, may be on its way to the bank, or was given up. */
  state: 'building' | 'made' | 'downloaded' | 'discarded';
  createdAt: Date;
  createdDay: string;
  createdBy: string;
  /** For the audit log's line once it is made. */
  by: By;
  /** NACHA: distinguishes the files of a day; empty until it is made. */
  modifier: string;
  lines: number;
  amountCents: number;
  /** Lines that a download leaves out, because their payments are marked paid or returned by now. */
  leftOut?: number;
  /** Those of them that are marked paid. */
  paid?: number;
  /** Its first download, and the last mark of one of its payments. */
  downloadedAt?: Date;
  downloadedBy?: string;
  /** Parts that were downloaded, from 1; missing: none. */
  downloadedParts?: number[];
  markedAt?: Date;
  markedBy?: string;
  /** Not where its making ended without a file. */
  discardedAt?: Date;
  discardedBy?: string;
  /** Payments that could not be in it, by reason. */
  exclusions: { reason: string; payments: number; amountCents: number }[];
  /** Stands for the payments asked for, of which there are so many. */
  digest: string;
  payments: number;
  /** Why its making ended without a file. */
  failure?: string;
  /** Steps of its making, and the next one, from 0. */
  steps: number;
  step: number;
  /** Journal record that changed it last; an older one does not change it again. */
  changedBy?: number;
}

/** Payments that one step of a file's making looks at. */
export interface PayFileStep {
  /** `payFileID:step`. */
  _id: string;
  payrollIDs: number[];
}

/** A payment's only place in a pay file: once that is discarded, the next file that claims it moves it. Its id: payrollID. */
export interface PayFileLine {
  _id: number;
  payFileID: number;
  /** Counted from 0. */
  position: number;
}

export interface ExcludedPayment {
  /** `payFileID:payrollID`. */
  _id: string;
  payFileID: number;
  payrollID: number;
  personID: number;
  name: string;
  amountCents: number;
  reason: string;
}

export const PayFileModel = plainModel<PayFileRecord>('PayFile', 'payFiles', Number, [
  [{ payrollType: 1, _id: -1 }],
  // What changed last, for paymentsVersion.
  [{ changedBy: 1 }],
]);
export const PayFileStepModel = plainModel<PayFileStep>('PayFileStep', 'payFileSteps', String);
export const PayFileLineModel = plainModel<PayFileLine>('PayFileLine', 'payFileLines', Number, [
  [{ payFileID: 1, position: 1 }],
]);
export const ExcludedPaymentModel = plainModel<ExcludedPayment>(
  'ExcludedPayment',
  'excludedPayments',
  String,
  [[{ payFileID: 1, payrollID: 1 }], [{ payrollID: 1 }]],
);

/** @throws AppError not_found */
export const readPayFileOrThrow = (payFileID: number): Promise<PayFileRecord> =>
  PayFileModel.findById(payFileID)
    .lean<PayFileRecord>()
    .orFail(() => new AppError('not_found', 'There is no such pay file'));

/** Changes a pay file, which a record does once only: changes are joined. @param change `leftOut` and `paid` are added */
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
export const stateConflict = ({ state }: { state: string }, message: string): AppError =>
  new AppError('conflict', message, undefined, { state });

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
  const given = { _id: { $in: payFileIDs }, state: 'discarded' } as const;
  const discarded: unknown[] = await PayFileModel.distinct('_id', given);
  const held = lines.filter(({ payFileID }) => !discarded.includes(payFileID));
  return new Map(held.map(({ _id, payFileID }) => [_id, payFileID]));
}

export interface PaymentStatus {
  mark?: PaymentMark | undefined;
  /** The pay file that it is in; not one that was discarded. */
  payFileID?: number | undefined;
}

/** How these payments stand now. */
export async function paymentStatuses(payrollIDs: readonly number[]): Promise<Map<number, PaymentStatus>> {
  const [marks, payFiles] = await Promise.all([latestMarks(payrollIDs), payFilesOf(payrollIDs)]);
  return new Map(payrollIDs.map((id) => [id, { mark: marks.get(id), payFileID: payFiles.get(id) }]));
}

/** The latest pay files of a payroll type, newest first; also those that are being made. @param limit 0: all */
export async function listPayFiles(payrollType: PayrollType, limit = 20): Promise<PayFileRecord[]> {
  await catchUpLedger();
  return PayFileModel.find({ payrollType }).sort({ _id: -1 }).limit(limit).lean<PayFileRecord[]>();
}

/** A text that changes with every payment, mark and change of a pay file, of any age. */
export async function paymentsVersion(): Promise<string> {
  await catchUpLedger();
  const [payment, file, ...marks] = await Promise.all([
    PayrollModel.findOne({}, { seq: 1 }).sort({ seq: -1 }).lean(),
    PayFileModel.findOne({}, { changedBy: 1 }).sort({ changedBy: -1 }).lean(),
    ...PAYMENT_STATES.map((state) =>
      PaymentMarkModel.findOne({ state }, { seq: 1 }).sort({ seq: -1 }).lean(),
    ),
  ]);
  const seq = Math.max(payment?.seq ?? 0, file?.changedBy ?? 0, ...marks.map((mark) => mark?.seq ?? 0));
  return (await JournalModel.findById(seq, { hash: 1 }).lean())?.hash ?? '';
}

export const countExcluded = ({ exclusions }: PayFileRecord): number =>
  exclusions.reduce((sum, { payments }) => sum + payments, 0);

/** EXCLUDED_PAGE payments that could not be in a file, in their order; page is 1-based. @throws AppError not_found */
export async function excludedPayments(payFileID: number, page: number) {
  await catchUpLedger();
  const total = countExcluded(await readPayFileOrThrow(payFileID));
  const payments = await ExcludedPaymentModel.find({ payFileID })
    .sort({ payFileID: 1, payrollID: 1 })
    .skip((page - 1) * EXCLUDED_PAGE)
    .limit(EXCLUDED_PAGE)
    .lean<ExcludedPayment[]>();
  return { payments, total };
}

/** Each format's ending of file names, and the lines of a part at most. */
const PARTS: Record<PayFileFormat, { ending: string; lines: number }> = {
  nacha: { ending: 'ach', lines: Number.POSITIVE_INFINITY },
  paypal: { ending: 'csv', lines: MAX_PAYPAL_ROWS },
};

/** The part, from 1, that has the line at this position, from 0. */
export const partOfLine = (format: PayFileFormat, position: number): number =>
  Math.floor(position / PARTS[format].lines) + 1;

/** Whether a part was sent, as far as its downloads show. */
export const isPartDownloaded = ({ state, downloadedParts }: PayFileRecord, part: number): boolean =>
  state === 'downloaded' && Boolean(downloadedParts?.includes(part));

/** Name and number of lines of each part, and whether it was downloaded. */
export function payFileParts(file: PayFileRecord) {
  const { lines: size, ending } = PARTS[file.format];
  const count = Math.max(1, Math.ceil(file.lines / size));
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    fileName: `${file.format}-${file.createdDay}-${file._id}${count > 1 ? `-${index + 1}` : ''}.${ending}`,
    lines: Math.min(size, file.lines - (count > 1 ? index * size : 0)),
    downloaded: isPartDownloaded(file, index + 1),
  }));
}
