import type { PayFileFormat } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { catchUpLedger } from '../../ledger/journal';
import { achSettingsOrThrow } from '../pay-files/download-pay-file';
import { type MatchedFile, matchAchReturns, matchPayPalResults } from './match-results';
import { readAchReturns } from './read-ach-returns';
import { readPayPalResults } from './read-paypal-results';
import type { FileContent } from './result-file';
import { payrollIDsOfTraces, type SentPayroll, sentFiles, sentPayments } from './sent-payments';

/**
 * Lines that are matched, hashed or marked between two turns of other work: about ten milliseconds' (docs/RULES.md,
 * Payroll "Results").
 */
export const RESULT_STEP = 1000;

/** A bank's return file, or PayPal's file of results. */
export interface ResultFile {
  format: PayFileFormat;
  /** Read once, as it arrives. */
  content: FileContent;
  /** The business's own bank, for a return file. */
  settings: AchSettings | undefined;
}

/** What some lines of a file mark, and the payments that they name. */
export interface MatchedStep {
  sent: SentPayroll[];
  matched: MatchedFile;
}

/** A list in pieces of RESULT_STEP. */
export function* stepsOf<Item>(list: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < list.length; start += RESULT_STEP) yield list.slice(start, start + RESULT_STEP);
}

/**
 * Reads a file, then matches it to the payments that were sent, RESULT_STEP lines at a time: each step asks the database,
 * and meanwhile other requests are answered.
 * @throws AppError as the readers and matchers do; conflict when no bank is configured
 */
export function matchSteps({ format, content, settings }: ResultFile): AsyncGenerator<MatchedStep> {
  return format === 'nacha' ? matchReturns(content, achSettingsOrThrow(settings)) : matchPayPal(content);
}

async function* matchReturns(
  content: FileContent,
  { companyID, odfi }: AchSettings,
): AsyncGenerator<MatchedStep> {
  const file = await readAchReturns(content, companyID);
  await catchUpLedger();
  const files = await sentFiles('nacha');
  const seen = new Set<string>();
  const matchStep = async (traces: readonly { trace: string }[], step: Partial<typeof file>) => {
    const ids = await payrollIDsOfTraces(traces.map(({ trace }) => trace));
    const sent = await sentPayments('nacha', ids, files);
    return { sent, matched: matchAchReturns({ returns: [], changes: [], ...step }, sent, odfi, seen) };
  };
  for (const returns of stepsOf(file.returns)) yield matchStep(returns, { returns: [...returns] });
  for (const changes of stepsOf(file.changes)) yield matchStep(changes, { changes: [...changes] });
}

async function* matchPayPal(content: FileContent): AsyncGenerator<MatchedStep> {
  const file = await readPayPalResults(content);
  await catchUpLedger();
  const files = await sentFiles('paypal');
  for (const step of stepsOf(file)) {
    const ids = step.map(({ payrollID }) => payrollID);
    const sent = await sentPayments('paypal', ids, files);
    yield { sent, matched: matchPayPalResults(step, sent) };
  }
}
