import { hash } from 'node:crypto';
import {
  AppError,
  actorName,
  isPaidBy,
  isPayPalId,
  isRoutingNumber,
  PAY_FILE_FORMATS,
  PAYMENT_METHODS,
  type PayFileFormat,
} from '@partnerdesk/contracts';
import { appendToJournal, CounterModel, catchUpLedger, EffectsBuilder } from '../../ledger';
import { type AuditEntry, dayOf, getOrMake, slicesOf } from '../../platform';
import { PayrollModel, type PayrollRecord, payeeKindOf } from '../payroll.models';
import { accountNumberOf, isAccountAsExecuted } from '../payroll-record';
import { type ExecuteRow, findRun, readRunPages } from '../payroll-runs';
import { MAX_ACH_CENTS } from './nacha';
import {
  changePayFile,
  countExcluded,
  type ExcludedPayment,
  ExcludedPaymentModel,
  PayFileLineModel,
  PayFileModel,
  type PayFileRecord,
  PayFileStepModel,
  paymentStatuses,
  readPayFileOrThrow,
} from './pay-file.models';

/** Payments that one journal record looks at: few enough for a short turn at the journal. */
export const PAY_FILE_STEP = 500;
/** Payments that a file may be asked for: their ids are in one journal record. */
export const MAX_PAY_FILE_PAYMENTS = 250_000;
/** These distinguish the files of a day, in this order (Nacha, file-id modifier). */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** At most MAX_PAY_FILE_PAYMENTS. */
type PayFileInput = Pick<PayFileRecord, 'payrollType' | 'format' | 'by'> & { payrollIDs: readonly number[] };

/**
 * Begins a pay file of these payments; finishPayFile claims them. While a file of the same payments is being made, that one
 * is answered: a double click is one file. @throws AppError conflict when the day's 36 NACHA files are used up
 */
export function beginPayFile(input: PayFileInput): Promise<PayFileRecord> {
  const { payrollType, format, by } = input;
  const payrollIDs = inOrder(input.payrollIDs);
  const digest = payFileDigest(format, payrollIDs);
  return appendToJournal(async ({ at: createdAt }) => {
    const making = { payrollType, state: 'building', digest } as const;
    const existing = await PayFileModel.findOne(making).lean<PayFileRecord>();
    if (existing) return { effects: undefined, note: '', result: existing };
    const createdDay = dayOf(createdAt);
    if (format === 'nacha' && !(await nextModifier(createdDay)).modifier)
      throw new AppError('conflict', MODIFIERS_USED_UP);
    const builder = new EffectsBuilder();
    const payFileID = await nextNumber('payFileID');
    builder.count('payFileID', payFileID);
    const file: PayFileRecord = {
      _id: payFileID,
      format,
      payrollType,
      state: 'building',
      createdAt,
      createdDay,
      createdBy: actorName(by.actor),
      by,
      modifier: '',
      lines: 0,
      amountCents: 0,
      exclusions: [],
      digest,
      payments: payrollIDs.length,
      steps: Math.max(1, Math.ceil(payrollIDs.length / PAY_FILE_STEP)),
      step: 0,
    };
    builder.inserts(PayFileModel).push(file);
    for (const [step, part] of [...slicesOf(payrollIDs, PAY_FILE_STEP)].entries())
      builder.inserts(PayFileStepModel).push({ _id: `${payFileID}:${step}`, payrollIDs: part });
    return { effects: builder.build(), note: `pay file ${payFileID}: begun`, result: file };
  });
}

const nextNumber = async (counter: string): Promise<number> =>
  ((await CounterModel.findById(counter).lean())?.value ?? 0) + 1;

const inOrder = (payrollIDs: readonly number[]) => [...new Set(payrollIDs)].sort((a, b) => a - b);

const payFileDigest = (format: PayFileFormat, payrollIDs: readonly number[]): string =>
  hash('sha256', `${format}:${inOrder(payrollIDs).join()}`, 'base64url');

const TOO_MUCH = 'The file would be over $99,999,999.99: another file can have it';
const MODIFIERS_USED_UP = 'There can be no more than 36 such files a day';

/** The day's next NACHA file: its counter, number, and letter or digit; undefined: they are used up. */
async function nextModifier(day: string) {
  const counter = `payFile:${day}`;
  const number = await nextNumber(counter);
  return { counter, number, modifier: MODIFIERS[number - 1] };
}

/** Takes the steps that are left; safe to repeat, and twice at once. @returns the file, made or discarded */
export async function finishPayFile(payFileID: number): Promise<PayFileRecord> {
  for (;;) {
    const file = await makePayFileStep(payFileID);
    if (file.state !== 'building') return file;
  }
}

/** The payFileIDs of files whose making is under way, oldest first. */
export async function unfinishedPayFiles(): Promise<number[]> {
  const files = await PayFileModel.find({ state: 'building' }, { _id: 1 }).sort({ _id: 1 }).lean();
  return files.map(({ _id }) => _id);
}

/** Claims up to PAY_FILE_STEP payments, and keeps who can't be in the file; the last step makes it. @returns the file */
function makePayFileStep(payFileID: number): Promise<PayFileRecord> {
  return appendToJournal(async () => {
    const file = await readPayFileOrThrow(payFileID);
    if (file.state !== 'building') return { effects: undefined, note: '', result: file };
    const { step, steps } = file;
    const part = await PayFileStepModel.findById(`${payFileID}:${step}`).lean();
    const { payable, excluded, ...sums } = await sortOut(file, part?.payrollIDs ?? []);
    const lines = file.lines + payable.length;
    const set: Partial<PayFileRecord> = { step: step + 1, lines, ...sums };
    const builder = new EffectsBuilder();
    if (step + 1 >= steps) Object.assign(set, await stateWhenMade({ ...file, lines }, builder));
    changePayFile(builder, payFileID, { set });
    for (const [index, { _id }] of payable.entries())
      builder.add(PayFileLineModel, { _id, set: { payFileID, position: file.lines + index } });
    builder.inserts(ExcludedPaymentModel).push(...excluded);
    const after = { ...file, ...set };
    return {
      effects: builder.build(),
      note: `pay file ${payFileID}: ${payable.length} payments`,
      audits: after.state === 'made' ? [createdAudit(after)] : [],
      result: after,
    };
  });
}

/** What becomes of a file after its last step: a letter of the day is used only for a file that somebody is in. */
async function stateWhenMade(
  { format, lines, createdDay }: PayFileRecord,
  builder: EffectsBuilder,
): Promise<Partial<PayFileRecord>> {
  if (lines === 0) return { state: 'discarded', failure: 'None of these payments can be in such a file' };
  if (format === 'paypal') return { state: 'made' };
  const { counter, number, modifier } = await nextModifier(createdDay);
  if (!modifier) return { state: 'discarded', failure: MODIFIERS_USED_UP };
  builder.count(counter, number);
  return { state: 'made', modifier };
}

function createdAudit(file: PayFileRecord): AuditEntry {
  const { _id, by, format, lines, amountCents } = file;
  const after = { format, lines, amountCents, excluded: countExcluded(file) };
  return { ...by, action: 'pay-file.created', subject: { type: 'payFile', id: _id }, after };
}

/** Which payments can be in a file, with their sum so far, and why others can't. */
async function sortOut(file: PayFileRecord, payrollIDs: readonly number[]) {
  const { _id: payFileID, payrollType, format } = file;
  const [payrolls, statuses] = await Promise.all([
    PayrollModel.find({ _id: { $in: payrollIDs }, kind: payeeKindOf(payrollType) })
      .sort({ _id: 1 })
      .lean<PayrollRecord[]>(),
    paymentStatuses(payrollIDs),
  ]);
  const payable: PayrollRecord[] = [];
  const excluded: ExcludedPayment[] = [];
  const exclusions = new Map(file.exclusions.map((each) => [each.reason, { ...each }]));
  let sumCents = file.amountCents;
  for (const payroll of payrolls) {
    const { _id: payrollID, personID, name, amountCents } = payroll;
    const { mark, payFileID: otherFile } = statuses.get(payrollID) ?? {};
    const reason =
      (mark?.state === 'returned' && 'Was returned: its amount is in the next payroll') ||
      (mark?.state === 'paid' && 'Is marked paid') ||
      (otherFile !== undefined && `Is in pay file ${otherFile}`) ||
      reasonToExclude(format, payroll) ||
      // One line of the file may have to hold the sum of all others (ACH_OFFSET_ACCOUNT).
      (format === 'nacha' && sumCents + amountCents > MAX_ACH_CENTS && TOO_MUCH);
    if (reason) {
      const _id = `${payFileID}:${payrollID}`;
      excluded.push({ _id, payFileID, payrollID, personID, name, amountCents, reason });
      const sums = getOrMake(exclusions, reason, () => ({ reason, payments: 0, amountCents: 0 }));
      sums.payments += 1;
      sums.amountCents += amountCents;
      continue;
    }
    payable.push(payroll);
    sumCents += amountCents;
  }
  return { payable, amountCents: sumCents, excluded, exclusions: [...exclusions.values()] };
}

/** Why a payment can't be in a file of this format, as its record stands; undefined: it can. */
function reasonToExclude(format: PayFileFormat, payroll: PayrollRecord): string | undefined {
  const { paymentType } = payroll;
  if (!isPaidBy(paymentType)) return 'No payment type is known';
  const method = PAYMENT_METHODS[paymentType];
  if (!isAccountAsExecuted(payroll)) return 'The account is not the one that was executed';
  return method.format === format ? REASONS[format](payroll) : method.otherFormat;
}

const REASONS: Record<PayFileFormat, (payroll: PayrollRecord) => string | undefined> = {
  nacha: reasonNotToCredit,
  paypal: ({ payPalUserName }) =>
    isPayPalId(payPalUserName) ? undefined : 'The PayPal ID is no email address',
};

function reasonNotToCredit(payroll: PayrollRecord): string | undefined {
  if (!payroll.achAccountNumberEncrypted) return 'No account number';
  if (!isRoutingNumber(payroll.achRoutingNumber)) return 'Bad routing number';
  if (payroll.amountCents > MAX_ACH_CENTS) return 'The amount is too high for one line';
  const account = accountNumberOf(payroll);
  if (account === undefined) return 'The account number cannot be read';
  return /^[\dA-Za-z-]{1,17}$/.test(account) ? undefined : 'Bad account number';
}

/**
 * Begins the pay files that an execution was asked for. Safe to repeat: those of the same payments are begun once, also
 * where somebody has discarded them since. @returns the payFileIDs
 */
export async function beginFilesOfRun(runID: string): Promise<number[]> {
  const run = await findRun(runID);
  if (run?.kind !== 'execute' || run.state !== 'completed' || !run.fileFormats) return [];
  const ids = new Map(PAY_FILE_FORMATS.map((format) => [format, [] as number[]]));
  for await (const page of readRunPages<ExecuteRow>(run)) {
    for (const { outcome, payrollID, paymentType = 0 } of page) {
      if (outcome !== 'executed' || payrollID === undefined || !isPaidBy(paymentType)) continue;
      ids.get(PAYMENT_METHODS[paymentType].format)?.push(payrollID);
    }
  }
  await catchUpLedger();
  const { payrollType, requestedBy, origin } = run;
  const by = { ...origin, actor: requestedBy };
  const begun: number[] = [];
  for (const format of run.fileFormats) {
    const payrollIDs = ids.get(format) ?? [];
    if (payrollIDs.length === 0) continue;
    const same = { payrollType, digest: payFileDigest(format, payrollIDs) };
    const existing = await PayFileModel.findOne(same).lean();
    const file = existing ?? (await beginPayFile({ payrollType, format, payrollIDs, by }).catch(noFile));
    if (file) begun.push(file._id);
  }
  return begun;
}

/** There can be no such file (today); its payments wait for one that is made by hand. */
function noFile(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}
