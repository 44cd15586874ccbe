import { hash } from 'node:crypto';
import { AppError, actorName, type PayFileFormat, type PayrollType } from '@partnerdesk/contracts';
import { appendToJournal, CounterModel, EffectsBuilder } from '../../ledger';
import { type By, dayOf, slicesOf } from '../../platform';
import { PayrollModel, type PayrollRecord, payeeKindOf } from '../payroll.models';
import { MAX_ACH_CENTS } from './nacha';
import {
  ExcludedPaymentModel,
  type Exclusion,
  PayFileLineModel,
  PayFileModel,
  type PayFileRecord,
  PayFileStepModel,
} from './pay-file.models';
import { changePayFile, paymentStatuses, readPayFileOrThrow } from './pay-file-state';
import { reasonToExclude } from './payable';

/** Payments that one journal record looks at: few enough for a short turn at the journal. */
export const PAY_FILE_STEP = 500;
/** Payments that a file may be asked for: their ids are in one journal record. */
export const MAX_PAY_FILE_PAYMENTS = 250_000;
/** These distinguish the files of a day, in this order (Nacha, file-id modifier). */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export interface PayFileInput {
  payrollType: PayrollType;
  format: PayFileFormat;
  /** At most MAX_PAY_FILE_PAYMENTS. */
  payrollIDs: readonly number[];
  by: By;
}

/**
 * Begins a pay file of these payments, by one journal record that names them; finishPayFile claims them. While a file of
 * the same payments is being made, that file is answered: a double click and two clerks are one file.
 * @throws AppError conflict when the day's 36 NACHA files are used up
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
    if (format === 'nacha' && !(await nextModifier(createdDay)).modifier) {
      throw new AppError('conflict', MODIFIERS_USED_UP);
    }
    const builder = new EffectsBuilder();
    const payFileID = ((await CounterModel.findById('payFileID').lean())?.value ?? 0) + 1;
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

const inOrder = (payrollIDs: readonly number[]) => [...new Set(payrollIDs)].sort((a, b) => a - b);

/** Stands for the payments that a file is asked for. */
export const payFileDigest = (format: PayFileFormat, payrollIDs: readonly number[]): string =>
  hash('sha256', `${format}:${inOrder(payrollIDs).join()}`, 'base64url');

const TOO_MUCH = 'The file would be over $99,999,999.99: another file can have it';
const MODIFIERS_USED_UP = 'There can be no more than 36 such files a day';
const modifierCounter = (day: string) => `payFile:${day}`;

/** The day's next NACHA file: its number, and the letter or digit that it has; undefined: they are used up. */
async function nextModifier(day: string): Promise<{ number: number; modifier: string | undefined }> {
  const number = ((await CounterModel.findById(modifierCounter(day)).lean())?.value ?? 0) + 1;
  return { number, modifier: MODIFIERS[number - 1] };
}

/**
 * Takes the steps that are left of a file's making. Safe to repeat, and to run twice at once.
 * @returns the file, which is made, or discarded because nobody could be in it or somebody ended its making
 * @throws AppError not_found
 */
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

/**
 * Takes the next step of a file's making: claims up to PAY_FILE_STEP payments. Each payment is in at most one file that
 * is not discarded; who can't be in it is kept with the reason, and nothing is marked paid. With the last step the file
 * is made, or discarded if nobody came into it.
 * @returns the file as it is after it; one that is not being made is left as it is
 * @throws AppError not_found
 */
export function makePayFileStep(payFileID: number): Promise<PayFileRecord> {
  return appendToJournal(async () => {
    const file = await readPayFileOrThrow(payFileID);
    if (file.state !== 'building') return { effects: undefined, note: '', result: file };
    const { step, steps } = file;
    const part = await PayFileStepModel.findById(`${payFileID}:${step}`).lean();
    const { payable, excluded } = await sortOut(file, part?.payrollIDs ?? []);
    const lines = file.lines + payable.length;
    const set: Partial<PayFileRecord> = {
      step: step + 1,
      lines,
      amountCents: payable.reduce((sum, { amountCents }) => sum + amountCents, file.amountCents),
      exclusions: addExclusions(file.exclusions, excluded),
    };
    const builder = new EffectsBuilder();
    if (step + 1 >= steps) Object.assign(set, await stateWhenMade({ ...file, lines }, builder));
    changePayFile(builder, payFileID, { set });
    for (const [index, { _id }] of payable.entries()) {
      builder.add(PayFileLineModel, { _id, set: { payFileID, position: file.lines + index } });
    }
    for (const { _id: payrollID, personID, name, amountCents, reason } of excluded) {
      const _id = `${payFileID}:${payrollID}`;
      builder
        .inserts(ExcludedPaymentModel)
        .push({ _id, payFileID, payrollID, personID, name, amountCents, reason });
    }
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
  const { number, modifier } = await nextModifier(createdDay);
  if (!modifier) return { state: 'discarded', failure: MODIFIERS_USED_UP };
  builder.count(modifierCounter(createdDay), number);
  return { state: 'made', modifier };
}

function createdAudit({ _id, by, format, lines, amountCents, exclusions }: PayFileRecord) {
  const excluded = exclusions.reduce((sum, { payments }) => sum + payments, 0);
  return {
    ...by,
    action: 'pay-file.created' as const,
    subject: { type: 'payFile' as const, id: _id },
    after: { format, lines, amountCents, excluded },
  };
}

/** Who can be in the file and who can't, in the order of their payments. */
async function sortOut(
  { payrollType, format, amountCents }: Pick<PayFileRecord, 'payrollType' | 'format' | 'amountCents'>,
  payrollIDs: readonly number[],
) {
  const [payrolls, statuses] = await Promise.all([
    PayrollModel.find({ _id: { $in: payrollIDs }, kind: payeeKindOf(payrollType) })
      .sort({ _id: 1 })
      .lean<PayrollRecord[]>(),
    paymentStatuses(payrollIDs),
  ]);
  const payable: PayrollRecord[] = [];
  const excluded: (PayrollRecord & { reason: string })[] = [];
  let sumCents = amountCents;
  for (const payroll of payrolls) {
    const { mark, payFileID } = statuses.get(payroll._id) ?? {};
    const reason =
      (mark?.state === 'returned' && 'Was returned: its amount is in the next payroll') ||
      (mark?.state === 'paid' && 'Is marked paid') ||
      (payFileID !== undefined && `Is in pay file ${payFileID}`) ||
      reasonToExclude(format, payroll) ||
      // One line of the file may have to hold the sum of all others (ACH_OFFSET_ACCOUNT).
      (format === 'nacha' && sumCents + payroll.amountCents > MAX_ACH_CENTS && TOO_MUCH);
    if (reason) {
      excluded.push({ ...payroll, reason });
      continue;
    }
    payable.push(payroll);
    sumCents += payroll.amountCents;
  }
  return { payable, excluded };
}

/** These counts and those of further payments. */
function addExclusions(
  exclusions: readonly Exclusion[],
  excluded: readonly { reason: string; amountCents: number }[],
): Exclusion[] {
  const byReason = new Map(exclusions.map((each) => [each.reason, { ...each }]));
  for (const { reason, amountCents } of excluded) {
    const sums = byReason.get(reason) ?? { reason, payments: 0, amountCents: 0 };
    sums.payments += 1;
    sums.amountCents += amountCents;
    byReason.set(reason, sums);
  }
  return [...byReason.values()];
}
