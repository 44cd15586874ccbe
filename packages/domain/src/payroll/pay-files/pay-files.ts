import {
  AppError,
  actorName,
  MAX_PAYPAL_ROWS,
  type PayFileFormat,
  type PayrollType,
} from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { type By, writeAudit } from '../../audit/audit';
import { dayOf, domainConfig } from '../../config';
import { nextNumber } from '../../counters/ids';
import { PayrollModel, type PayrollRecord } from '../../ledger/ledger.models';
import { payeeKindOf } from '../../ledger/payee';
import { writeNacha } from './nacha';
import {
  type ExcludedPayment,
  PayFileLineModel,
  PayFileModel,
  type PayFileRecord,
  type SettledPayFile,
} from './pay-file.model';
import { achCreditOf, payPalPaymentOf, reasonToExclude } from './payable';
import { paymentStatuses } from './payment-statuses';
import { writePayPalCsv } from './paypal-csv';
import { excludedOf, payrollsInOrder, settlePayFile } from './settle-pay-file';

/** These distinguish the files of a day, in this order (Nacha, file-id modifier). */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const STEP = 500;

/**
 * Makes a pay file of these payments. Each payment is claimed by one file only, so nobody is paid by two; who
 * can't be in it is listed with the reason. Nothing is marked paid by it.
 * @throws AppError conflict when nobody can be in it (the reasons are its details), or the day's 36 are used up
 */
export async function createPayFile(input: {
  payrollType: PayrollType;
  format: PayFileFormat;
  payrollIDs: readonly number[];
  by: By;
}): Promise<SettledPayFile> {
  const { payrollType, format, payrollIDs, by } = input;
  const createdAt = new Date();
  const createdDay = dayOf(createdAt);
  const sorted = await sortOut(payrollType, format, payrollIDs);
  if (sorted.payable.length === 0) {
    throw new AppError('conflict', 'None of these payments can be in such a file', undefined, {
      excluded: sorted.excluded,
    });
  }
  let modifier = '';
  if (format === 'nacha') {
    modifier = MODIFIERS[(await nextNumber(`payFile:${createdDay}`)) - 1] ?? '';
    if (!modifier) throw new AppError('conflict', 'There can be no more than 36 such files a day');
  }
  const file: PayFileRecord = {
    _id: await nextNumber('payFileID'),
    format,
    payrollType,
    state: 'building',
    createdAt,
    createdDay,
    createdBy: actorName(by.actor),
    modifier,
    lines: 0,
    amountCents: 0,
    excluded: sorted.excluded,
    claims: sorted.payable.map((payroll) => payroll._id),
  };
  // If this process dies from here on, the next one that finds the file finishes it.
  await PayFileModel.collection.insertOne(file as never);
  const settled = await settlePayFile(file);
  await writeAudit({
    ...by,
    action: 'pay-file.created',
    subject: { type: 'payFile', id: file._id },
    after: {
      format,
      lines: settled.lines,
      amountCents: settled.amountCents,
      excluded: settled.excluded.length,
    },
  });
  return settled;
}

/** Who can be in the file and who can't, in the order of their payments. */
async function sortOut(payrollType: PayrollType, format: PayFileFormat, payrollIDs: readonly number[]) {
  const payable: PayrollRecord[] = [];
  const excluded: ExcludedPayment[] = [];
  const all = [...new Set(payrollIDs)].sort((a, b) => a - b);
  for (let start = 0; start < all.length; start += STEP) {
    const step = all.slice(start, start + STEP);
    await settleFilesOf(step);
    const [payrolls, statuses] = await Promise.all([
      PayrollModel.find({ _id: { $in: step }, kind: payeeKindOf(payrollType) })
        .sort({ _id: 1 })
        .lean<PayrollRecord[]>(),
      paymentStatuses(step),
    ]);
    for (const payroll of payrolls) {
      const { mark, payFileID } = statuses.get(payroll._id) ?? {};
      const reason =
        (mark?.state === 'returned' && 'Was returned: its amount is in the next payroll') ||
        (mark?.state === 'paid' && 'Is marked paid') ||
        (payFileID !== undefined && `Is in pay file ${payFileID}`) ||
        reasonToExclude(format, payroll);
      if (reason) excluded.push(excludedOf(payroll, reason));
      else payable.push(payroll);
    }
  }
  return { payable, excluded };
}

/** What a dead process left neither in a file nor free is one of them afterwards. */
async function settleFilesOf(payrollIDs: readonly number[]): Promise<void> {
  const payFileIDs = await PayFileLineModel.distinct('payFileID', { _id: { $in: payrollIDs } });
  const unsettled = { _id: { $in: payFileIDs }, state: { $ne: 'open' } } as const;
  for (const file of await PayFileModel.find(unsettled).lean<PayFileRecord[]>()) await settlePayFile(file);
}

/** The latest pay files of a payroll type, newest first. */
export async function listPayFiles(payrollType: PayrollType, limit = 20): Promise<SettledPayFile[]> {
  const files = await PayFileModel.find({ payrollType })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<PayFileRecord[]>();
  return Promise.all(files.map(settledOf));
}

/** To be shown; what a discarded file still holds is let go of when it matters (settleFilesOf). */
const settledOf = async (file: PayFileRecord): Promise<SettledPayFile> =>
  file.state === 'building' ? settlePayFile(file) : { ...file, state: file.state };

/** @throws AppError not_found */
export async function findPayFileOrThrow(payFileID: number): Promise<SettledPayFile> {
  const file = await PayFileModel.findById(payFileID).lean<PayFileRecord>();
  if (!file) throw new AppError('not_found', 'There is no such pay file');
  return settledOf(file);
}

/**
 * Gives up a file that was not sent: its payments can be in another one. Those marked paid stay with it.
 * @throws AppError not_found
 */
export async function discardPayFile(payFileID: number, by: By): Promise<SettledPayFile> {
  const file = await findPayFileOrThrow(payFileID);
  // Said first: once its payments are free, nobody may download it any more.
  const { modifiedCount } = await PayFileModel.updateOne(
    { _id: payFileID, state: 'open' },
    { $set: { state: 'discarded' } },
  );
  const discarded = await settlePayFile({ ...file, state: 'discarded' });
  if (modifiedCount) {
    await writeAudit({ ...by, action: 'pay-file.discarded', subject: { type: 'payFile', id: payFileID } });
  }
  return discarded;
}

/** Name and number of lines of each part. */
export function payFileParts(file: Pick<PayFileRecord, '_id' | 'format' | 'lines' | 'createdDay'>) {
  const size = file.format === 'paypal' ? MAX_PAYPAL_ROWS : Number.POSITIVE_INFINITY;
  const count = Math.max(1, Math.ceil(file.lines / size));
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    fileName: `${file.format}-${file.createdDay}-${file._id}${count > 1 ? `-${index + 1}` : ''}.${file.format === 'nacha' ? 'ach' : 'csv'}`,
    lines: Math.min(size, file.lines - (count > 1 ? index * size : 0)),
  }));
}

/** @throws AppError conflict: only a NACHA file needs the business's own bank */
export function achSettingsOrThrow(settings: AchSettings | undefined): AchSettings {
  if (!settings) throw new AppError('conflict', 'The bank for direct deposits is not configured');
  return settings;
}

/**
 * The payrollIDs of an open file, in its order.
 * @throws AppError not_found, conflict (the file was discarded)
 */
export async function payFilePayments(payFileID: number): Promise<number[]> {
  const file = await findPayFileOrThrow(payFileID);
  if (file.state !== 'open') throw new AppError('conflict', 'This pay file was discarded');
  const lines = await PayFileLineModel.find({ payFileID }).sort({ payFileID: 1, position: 1 }).lean();
  return lines.map(({ _id }) => _id);
}

/**
 * The text of one part. Full account numbers are in it, so the look is written to the audit log first.
 * @throws AppError not_found (no such part), conflict (the file was discarded, or no bank is configured for it)
 */
export async function payFileText(
  payFileID: number,
  number: number,
  settings: AchSettings | undefined,
  by: By,
): Promise<{ fileName: string; text: string }> {
  const file = await findPayFileOrThrow(payFileID);
  const part = payFileParts(file)[number - 1];
  if (!part) throw new AppError('not_found', 'There is no such part');
  const lines = await PayFileLineModel.find({ payFileID })
    .sort({ payFileID: 1, position: 1 })
    .skip((number - 1) * MAX_PAYPAL_ROWS)
    .limit(part.lines)
    .lean();
  // Asked now: as long as it is open, none of its lines has left it.
  if ((await findPayFileOrThrow(payFileID)).state !== 'open') {
    throw new AppError('conflict', 'This pay file was discarded');
  }
  await writeAudit({
    ...by,
    action: 'pay-file.downloaded',
    subject: { type: 'payFile', id: payFileID },
    after: { part: number, lines: lines.length },
  });
  const payrolls = await payrollsInOrder(lines.map(({ _id }) => _id));
  const text =
    file.format === 'paypal'
      ? writePayPalCsv(payrolls.map(payPalPaymentOf))
      : writeNacha(achSettingsOrThrow(settings), {
          credits: payrolls.map(achCreditOf),
          createdDay: file.createdDay,
          createdTime: clockTime(file.createdAt),
          modifier: file.modifier,
        });
  return { fileName: part.fileName, text };
}

/** `hhmm` of the business's clock. */
function clockTime(at: Date): string {
  const { timeZone } = domainConfig();
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(at).replace(':', '');
}
