import { AppError, actorName, type PayFileFormat, type PayrollType } from '@partnerdesk/contracts';
import { type By, SYSTEM_ACTOR } from '../../audit/audit';
import { dayOf } from '../../config';
import { EffectsBuilder } from '../../ledger/effects-builder';
import { appendToJournal } from '../../ledger/journal';
import { CounterModel, PayrollModel, type PayrollRecord } from '../../ledger/ledger.models';
import { type Exclusion, type PayFileRecord, PayFileStepModel } from '../../ledger/pay-file.models';
import { payeeKindOf } from '../../ledger/payee';
import { readPayFileOrThrow, type SettledPayFile } from './pay-file-state';
import { reasonToExclude } from './payable';
import { paymentStatuses } from './payment-statuses';

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
 * Makes a pay file of these payments: begun by one journal record, its payments claimed by further ones in steps of
 * PAY_FILE_STEP. Each payment is in at most one file that is not discarded; who can't be in it is kept with the reason.
 * Nothing is marked paid by it. A file whose making stopped is finished by the next call that finds it.
 * @throws AppError conflict when nobody can be in it (the reasons are its details), or the day's 36 are used up
 */
export async function createPayFile(input: PayFileInput): Promise<SettledPayFile> {
  const payrollIDs = [...new Set(input.payrollIDs)].sort((a, b) => a - b);
  const parts = Array.from({ length: Math.ceil(payrollIDs.length / PAY_FILE_STEP) }, (_, step) =>
    payrollIDs.slice(step * PAY_FILE_STEP, (step + 1) * PAY_FILE_STEP),
  );
  await refuseIfNobody(input, parts);
  const file = await finishPayFile(await beginPayFile(input, parts));
  if (file.lines === 0) throw nobody(file.exclusions);
  return file;
}

/** Asked before a file is begun: none is made, and no letter of the day used, for nobody. */
async function refuseIfNobody(input: PayFileInput, parts: readonly number[][]): Promise<void> {
  let exclusions: Exclusion[] = [];
  for (const part of parts) {
    const { payable, excluded } = await sortOut(input, part);
    if (payable.length > 0) return;
    exclusions = addExclusions(exclusions, excluded);
  }
  throw nobody(exclusions);
}

const nobody = (excluded: readonly Exclusion[] = []) =>
  new AppError('conflict', 'None of these payments can be in such a file', undefined, { excluded });

/** @returns its payFileID */
function beginPayFile(
  { payrollType, format, by }: PayFileInput,
  parts: readonly number[][],
): Promise<number> {
  return appendToJournal(async ({ at: createdAt }) => {
    const builder = new EffectsBuilder();
    const createdDay = dayOf(createdAt);
    const next = async (name: string) => {
      const number = ((await CounterModel.findById(name).lean())?.value ?? 0) + 1;
      builder.counters[name] = number;
      return number;
    };
    const modifier = format === 'nacha' ? MODIFIERS[(await next(`payFile:${createdDay}`)) - 1] : '';
    if (modifier === undefined) {
      throw new AppError('conflict', 'There can be no more than 36 such files a day');
    }
    const payFileID = await next('payFileID');
    builder.payFiles.push({
      _id: payFileID,
      format,
      payrollType,
      state: 'building',
      createdAt,
      createdDay,
      createdBy: actorName(by.actor),
      by,
      modifier,
      lines: 0,
      amountCents: 0,
      exclusions: [],
      steps: parts.length,
      step: 0,
    });
    for (const [step, payrollIDs] of parts.entries()) {
      builder.payFileSteps.push({ _id: `${payFileID}:${step}`, payrollIDs });
    }
    return { effects: builder.build(), note: `pay file ${payFileID}: begun`, result: payFileID };
  });
}

/**
 * Takes the steps that are left of a file's making. Safe to repeat, and to run twice at once.
 * @returns the file as all earlier records leave it
 * @throws AppError not_found
 */
export async function finishPayFile(payFileID: number): Promise<SettledPayFile> {
  for (;;) {
    const { state, ...file } = await makePayFileStep(payFileID);
    if (state !== 'building') return { ...file, state };
  }
}

/**
 * Takes the next step of a file's making: claims up to PAY_FILE_STEP payments. With the last one the file is made, or
 * discarded if nobody came into it.
 * @returns the file as it is after it; one that is not being made is left as it is
 * @throws AppError not_found
 */
export function makePayFileStep(payFileID: number): Promise<PayFileRecord> {
  return appendToJournal(async () => {
    const file = await readPayFileOrThrow(payFileID);
    if (file.state !== 'building') return { effects: undefined, note: '', result: file };
    const { step = 0, steps = 0 } = file;
    const part = await PayFileStepModel.findById(`${payFileID}:${step}`).lean();
    const { payable, excluded } = await sortOut(file, part?.payrollIDs ?? []);
    const lines = file.lines + payable.length;
    const set: Partial<PayFileRecord> = {
      step: step + 1,
      lines,
      amountCents: file.amountCents + sumOf(payable),
      exclusions: addExclusions(file.exclusions, excluded),
      ...(step + 1 >= steps && { state: lines ? 'made' : 'discarded' }),
    };
    const builder = new EffectsBuilder();
    builder.changePayFile(payFileID, { set });
    for (const [index, { _id }] of payable.entries()) {
      builder.payFileLines.push({ _id, payFileID, position: file.lines + index });
    }
    for (const { _id: payrollID, personID, name, amountCents, reason } of excluded) {
      const _id = `${payFileID}:${payrollID}`;
      builder.excludedPayments.push({ _id, payFileID, payrollID, personID, name, amountCents, reason });
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

function createdAudit({ _id, by, format, lines, amountCents, exclusions = [] }: PayFileRecord) {
  return {
    ...(by ?? { actor: SYSTEM_ACTOR }),
    action: 'pay-file.created' as const,
    subject: { type: 'payFile' as const, id: _id },
    after: {
      format,
      lines,
      amountCents,
      excluded: exclusions.reduce((sum, { payments }) => sum + payments, 0),
    },
  };
}

/** Who can be in the file and who can't, in the order of their payments. */
async function sortOut(
  { payrollType, format }: Pick<PayFileRecord, 'payrollType' | 'format'>,
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
  for (const payroll of payrolls) {
    const { mark, payFileID } = statuses.get(payroll._id) ?? {};
    const reason =
      (mark?.state === 'returned' && 'Was returned: its amount is in the next payroll') ||
      (mark?.state === 'paid' && 'Is marked paid') ||
      (payFileID !== undefined && `Is in pay file ${payFileID}`) ||
      reasonToExclude(format, payroll);
    if (reason) excluded.push({ ...payroll, reason });
    else payable.push(payroll);
  }
  return { payable, excluded };
}

const sumOf = (payrolls: readonly PayrollRecord[]) =>
  payrolls.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** These counts and those of further payments. */
function addExclusions(
  exclusions: readonly Exclusion[] = [],
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
