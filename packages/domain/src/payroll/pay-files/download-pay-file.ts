import { setImmediate as otherWork } from 'node:timers/promises';
import {
  AppError,
  actorName,
  csvLine,
  dollarsOf,
  MAX_PAYPAL_ROWS,
  type PayFileFormat,
} from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { appendToJournal, catchUpLedger, EffectsBuilder } from '../../ledger';
import { type AuditEntry, type By, domainConfig, slicesOf } from '../../platform';
import { latestMarks, PayrollModel, type PayrollRecord } from '../payroll.models';
import { accountNumberOf, isAccountAsExecuted } from '../payroll-record';
import { type AchCredit, writeNacha } from './nacha';
import {
  changePayFile,
  checkDownloadedOrThrow,
  checkLiveOrThrow,
  PayFileLineModel,
  type PayFileRecord,
  partOfLine,
  payFileParts,
  readPayFileOrThrow,
  stateConflict,
} from './pay-file.models';

const STEP = 500;
/** How often a download begins again because a mark has changed the file meanwhile. */
const MAX_TRIES = 5;

type Settings = AchSettings | undefined;

const WRITERS: Record<
  PayFileFormat,
  (payrolls: readonly PayrollRecord[], file: PayFileRecord, settings: Settings) => string
> = {
  nacha: (payrolls, { createdDay, createdAt, modifier }, settings) =>
    writeNacha(achSettingsOrThrow(settings), {
      credits: payrolls.map(achCreditOf),
      createdDay,
      createdTime: new Intl.DateTimeFormat('en-GB', { timeZone: domainConfig().timeZone, timeStyle: 'short' })
        .format(createdAt)
        .replace(':', ''),
      modifier,
    }),
  paypal: (payrolls) => writePayPalCsv(payrolls.map(payPalPaymentOf)),
};

/** The payment's line of a NACHA file. @throws Error for one that reasonToExclude names */
export function achCreditOf(payroll: PayrollRecord): AchCredit {
  const account = accountNumberOf(payroll);
  if (!account) throw new Error(`the account number of payroll ${payroll._id} cannot be read`);
  return {
    routing: payroll.achRoutingNumber,
    account,
    accountType: payroll.achAccountType,
    cents: payroll.amountCents,
    payrollID: payroll._id,
    name: payroll.achName || payroll.name,
  };
}

/** The payment's line of a PayPal file; the customer id is our mark of the payment, unique in the file. */
const payPalPaymentOf = (payroll: PayrollRecord) => ({
  recipient: payroll.payPalUserName,
  cents: payroll.amountCents,
  customerID: String(payroll._id),
  note: `Payroll ${payroll.startPeriod} to ${payroll.endPeriod}`,
});

/** PayPal's mass-payment CSV: recipient, amount, currency, customer id, note; no header. */
export function writePayPalCsv(payments: readonly ReturnType<typeof payPalPaymentOf>[]): string {
  return payments
    .map(({ recipient, cents, customerID, note }) =>
      csvLine([recipient, dollarsOf(cents).toFixed(2), 'USD', customerID, note]),
    )
    .join('');
}

/** @throws AppError conflict: only a NACHA file needs the business's own bank */
export function achSettingsOrThrow(settings: Settings): AchSettings {
  if (!settings) throw new AppError('conflict', 'The bank for direct deposits is not configured');
  return settings;
}

/** In the file's order. @throws AppError not_found, conflict (discarded, or a part with unpaid ones was not downloaded) */
export async function payFilePayments(payFileID: number): Promise<number[]> {
  await catchUpLedger();
  const file = await readPayFileOrThrow(payFileID);
  checkDownloadedOrThrow(file);
  const lines = await PayFileLineModel.find({ payFileID }).sort({ payFileID: 1, position: 1 }).lean();
  const missing: number[] = [];
  for (const { number } of payFileParts(file).filter(({ downloaded }) => !downloaded)) {
    const own = lines.filter(({ position }) => partOfLine(file.format, position) === number);
    if ((await unpaidInOrder(own.map(({ _id }) => _id))).length > 0) missing.push(number);
  }
  if (missing.length > 0)
    throw stateConflict(file, `Not downloaded yet: part ${missing.join(', part ')} of this pay file`);
  return lines.map(({ _id }) => _id);
}

/**
 * The lines of one part that are neither paid nor returned. Full account numbers are in it, so the download is in the
 * journal and the audit log before it is answered. @throws AppError not_found (no such part), conflict (the file is not made
 * or discarded, no line is left, an account is not the executed one, no bank is configured, payments are being marked)
 */
export async function payFileText(
  payFileID: number,
  number: number,
  settings: Settings,
  by: By,
): ReturnType<typeof writePart> {
  for (let tries = 1; ; tries += 1) {
    await catchUpLedger();
    const file = await readPayFileOrThrow(payFileID);
    checkLiveOrThrow(file);
    const part = await writePart(file, number, settings);
    if (await recordDownload(file, number, part, by)) return part;
    if (tries === MAX_TRIES)
      throw stateConflict(file, 'Payments of this pay file are being marked, please try again');
  }
}

/** `leftOut` lines are not in the text, because their payments are marked paid or returned by now. */
async function writePart(file: PayFileRecord, number: number, settings: Settings) {
  const part = payFileParts(file)[number - 1];
  if (!part) throw new AppError('not_found', 'There is no such part');
  const lines = await PayFileLineModel.find({ payFileID: file._id })
    .sort({ payFileID: 1, position: 1 })
    .skip((number - 1) * MAX_PAYPAL_ROWS)
    .limit(part.lines)
    .lean();
  const payrolls = await unpaidInOrder(lines.map(({ _id }) => _id));
  if (payrolls.length === 0) throw stateConflict(file, 'All of its payments are paid or returned');
  // Days may lie between a file's making and its download (docs/RULES.md, Proof "Seals").
  for (const step of slicesOf(payrolls, STEP)) {
    const other = step.find((payroll) => !isAccountAsExecuted(payroll));
    if (other)
      throw stateConflict(file, `The account of payment ${other._id} is not the one that was executed`);
    await otherWork();
  }
  const text = WRITERS[file.format](payrolls, file, settings);
  return { fileName: part.fileName, text, lines: payrolls.length, leftOut: part.lines - payrolls.length };
}

/** Any mark changes the file: its text is right if nothing has since it was read. @returns false: nothing is recorded */
function recordDownload(
  { _id: payFileID, changedBy, state }: PayFileRecord,
  part: number,
  { lines, leftOut }: { lines: number; leftOut: number },
  by: By,
): Promise<boolean> {
  return appendToJournal(async ({ at }) => {
    const now = await readPayFileOrThrow(payFileID);
    checkLiveOrThrow(now);
    if (now.changedBy !== changedBy) return { effects: undefined, note: '', result: false };
    const builder = new EffectsBuilder();
    const isFirst = now.state === 'made';
    changePayFile(builder, payFileID, {
      set: {
        state: 'downloaded',
        ...(isFirst && { downloadedAt: at, downloadedBy: actorName(by.actor) }),
        downloadedParts: [...new Set([...(now.downloadedParts ?? []), part])].sort((a, b) => a - b),
      },
    });
    const audit: AuditEntry = {
      ...by,
      action: 'pay-file.downloaded',
      subject: { type: 'payFile', id: payFileID },
      before: { state },
      after: { state: 'downloaded', part, lines, leftOut },
    };
    const note = `pay file ${payFileID}: downloaded`;
    return { effects: builder.build(), note, audits: [audit], result: true };
  });
}

async function unpaidInOrder(payrollIDs: readonly number[]): Promise<PayrollRecord[]> {
  const unpaid: PayrollRecord[] = [];
  for (const step of slicesOf(payrollIDs, STEP)) {
    const [payrolls, marks] = await Promise.all([
      PayrollModel.find({ _id: { $in: step } }).lean<PayrollRecord[]>(),
      latestMarks(step),
    ]);
    const byID = new Map(payrolls.map((payroll) => [payroll._id, payroll]));
    const isUnpaid = (id: number) => (marks.get(id)?.state ?? 'executed') === 'executed';
    unpaid.push(...step.filter(isUnpaid).flatMap((id) => byID.get(id) ?? []));
  }
  return unpaid;
}
