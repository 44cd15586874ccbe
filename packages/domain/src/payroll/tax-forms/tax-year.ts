import { AppError, TAX_FORMS_PER_FILE } from '@partnerdesk/contracts';
import type { TaxPayer, TaxSettings } from '@partnerdesk/node';
import { catchUpLedger, JournalModel } from '../../ledger';
import { canonicalJson, sha256, today } from '../../platform';
import { PayFileModel } from '../pay-files/pay-file.models';
import { PaymentMarkModel, PayrollModel } from '../payroll.models';
import {
  type NecForm,
  type NecProblem,
  type NecTotal,
  type NecYear,
  necForms,
  necName,
  necThresholdCents,
  necTotals,
} from './nec-forms';
import { loadNecPayees } from './nec-payees';
import { firstExecutionDay, paymentsAround } from './paid-in-year';

/** Somebody who gets a form; nothing of the tax id. */
export interface ReadyPayee extends NecTotal {
  name: string;
}

/** Who was paid what in a year, without a tax id (docs/RULES.md, Year end). */
export interface TaxYear extends Pick<NecYear, 'unknownType' | 'unsent'> {
  thresholdCents: number;
  ready: ReadyPayee[];
  problems: NecProblem[];
  /** Paid less than the threshold. */
  below: NecTotal[];
  /** Stands for the forms: their payees and amounts. */
  digest: string;
}

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Whether a year is over in the business's time zone: until then its forms are drafts. */
export const isYearOver = (year: number): boolean => yearOf(today()) > year;

/** From the year of the first payment through the present one, the newest first. */
export async function taxYears(): Promise<number[]> {
  const last = yearOf(today());
  const first = yearOf((await firstExecutionDay()) ?? today());
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

/** @throws AppError conflict */
export function taxPayerOrThrow({ payer }: TaxSettings): TaxPayer {
  if (!payer) throw new AppError('conflict', 'Who pays is not configured (TAX_PAYER_…)');
  return payer;
}

/** The year with its forms, whose tax ids are in clear: for what prints them, and nobody else. */
async function loadYear(
  year: number,
  settings: TaxSettings,
): Promise<{ taxYear: TaxYear; forms: NecForm[] }> {
  const thresholdCents = necThresholdCents(year, settings.thresholdCents);
  const { totals, unknownType, unsent } = await totalsOfYear(year);
  const due = totals.filter(({ cents }) => cents >= thresholdCents);
  const below = totals.filter(({ cents }) => cents < thresholdCents);
  const { forms, problems } = necForms(due, await loadNecPayees(due));
  const ready = forms.map(({ payee, cents }) => {
    const { kind, personID } = payee;
    return { kind, personID, cents, name: necName(payee) };
  });
  const counted = ready.map(({ kind, personID, cents }) => [kind, personID, cents]);
  const digest = sha256(canonicalJson([year, counted]));
  return { taxYear: { thresholdCents, ready, problems, below, unknownType, unsent, digest }, forms };
}

export async function readTaxYear(year: number, settings: TaxSettings): Promise<TaxYear> {
  return (await loadYear(year, settings)).taxYear;
}

/** Which forms of a year: the 100 of a part, as the digest stands for them. */
export interface TaxPart {
  year: number;
  /** Counted from 1. */
  part: number;
  digest: string;
}

/**
 * The forms of one part, with tax ids in clear.
 * @throws AppError conflict (they are others by now), not_found (no such part)
 */
export async function formsOfPart(
  { year, part, digest }: TaxPart,
  settings: TaxSettings,
): Promise<NecForm[]> {
  const { taxYear, forms } = await loadYear(year, settings);
  if (taxYear.digest !== digest) {
    throw new AppError('conflict', 'The forms have changed meanwhile. Please look at them again');
  }
  const inPart = forms.slice((part - 1) * TAX_FORMS_PER_FILE, part * TAX_FORMS_PER_FILE);
  if (inPart.length === 0) throw new AppError('not_found', 'There are no such forms');
  return inPart;
}

/** What forms add up to. */
export const centsOfForms = (forms: readonly NecForm[]): number =>
  forms.reduce((sum, { cents }) => sum + cents, 0);

let kept: { key: string; totals: Promise<NecYear> } | undefined;

/**
 * The totals of a year. Adding them up reads every payment of it, so those asked for last are kept until a payment is
 * executed or marked, or a pay file changes: pages and downloads of one screen add up once.
 */
async function totalsOfYear(year: number): Promise<Readonly<NecYear>> {
  const key = `${year}:${await paymentsVersion()}`;
  if (kept?.key !== key) {
    const totals = necTotals(year, paymentsAround(year));
    kept = { key, totals };
    totals.catch(() => {
      if (kept?.totals === totals) kept = undefined;
    });
  }
  return kept.totals;
}

/** Changes with everything that totals depend on: payrolls and marks are only ever added. */
async function paymentsVersion(): Promise<string> {
  await catchUpLedger();
  const [last, marks, files] = await Promise.all([
    PayrollModel.findOne({}, { seq: 1 }).sort({ _id: -1 }).lean(),
    PaymentMarkModel.countDocuments(),
    PayFileModel.find({}, { changedBy: 1 }).lean(),
  ]);
  const changed = files.reduce((latest, { changedBy = 0 }) => Math.max(latest, changedBy), 0);
  const record = await JournalModel.findById(last?.seq ?? 0, { hash: 1 }).lean();
  return [last?._id, record?.hash, marks, files.length, changed].join(':');
}
