import type { PayFileFormat } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { catchUpLedger } from '../../ledger';
import { slicesOf } from '../../platform';
import { achSettingsOrThrow } from '../pay-files/download-pay-file';
import { type MatchedFile, matchAchReturns, matchPayPalResults } from './match-results';
import { type AchReturnFile, readAchReturns } from './read-ach-returns';
import { readPayPalResults } from './read-paypal-results';
import type { FileContent } from './result-file';
import { payrollIDsOfTraces, sentFiles, sentPayments } from './sent-payments';

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

/** What some lines of a file mark, and how far the file is matched. */
export interface MatchedStep extends MatchedFile {
  /** Lines that are matched, of all. */
  done: number;
  total: number;
}

/** A list in pieces of RESULT_STEP. */
export const stepsOf = <Item>(list: readonly Item[]) => slicesOf(list, RESULT_STEP);

/**
 * Reads a file, then matches it to the payments that were sent, RESULT_STEP lines at a time: each step asks the database,
 * and meanwhile the process does other work.
 * @throws AppError as the readers and matchers do; conflict when no bank is configured
 */
export async function* matchSteps({ format, content, settings }: ResultFile): AsyncGenerator<MatchedStep> {
  const { total, steps } = await MATCHERS[format](content, settings);
  let done = 0;
  for await (const matched of steps) {
    done = Math.min(total, done + RESULT_STEP);
    yield { ...matched, done, total };
  }
}

const MATCHERS: Record<
  PayFileFormat,
  (content: FileContent, settings: AchSettings | undefined) => Promise<MatchedSteps>
> = {
  nacha: async (content, settings) => matchReturns(content, achSettingsOrThrow(settings)),
  paypal: matchPayPal,
};

/** A file that is read, and what each step of it marks. */
interface MatchedSteps {
  /** Lines. */
  total: number;
  steps: AsyncGenerator<MatchedFile>;
}

async function matchReturns(content: FileContent, { companyID, odfi }: AchSettings): Promise<MatchedSteps> {
  const { returns, changes } = await readAchReturns(content, companyID);
  await catchUpLedger();
  const files = await sentFiles('nacha');
  const seen = new Set<string>();
  const matchStep = async (step: AchReturnFile) => {
    const traces = [...step.returns, ...step.changes].map(({ trace }) => trace);
    const sent = await sentPayments('nacha', await payrollIDsOfTraces(traces), files);
    return matchAchReturns(step, sent, odfi, seen);
  };
  async function* steps() {
    for (const step of stepsOf(returns)) yield matchStep({ returns: step, changes: [] });
    for (const step of stepsOf(changes)) yield matchStep({ returns: [], changes: step });
  }
  return { total: returns.length + changes.length, steps: steps() };
}

async function matchPayPal(content: FileContent): Promise<MatchedSteps> {
  const lines = await readPayPalResults(content);
  await catchUpLedger();
  const files = await sentFiles('paypal');
  async function* steps() {
    for (const step of stepsOf(lines)) {
      const ids = step.map(({ payrollID }) => payrollID);
      yield matchPayPalResults(step, await sentPayments('paypal', ids, files));
    }
  }
  return { total: lines.length, steps: steps() };
}
