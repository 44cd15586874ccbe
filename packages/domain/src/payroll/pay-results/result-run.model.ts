import type { ErrorCode, FieldErrors, PayFileFormat, PaymentResultsOutcome } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { type By, plainModel } from '../../platform';
import type { MatchedFile } from './match-results';
import type { ResultCounts } from './payment-results';

/** What a file would mark: its first lines, and figures of all of them. */
export interface ResultsPreviewCents extends MatchedFile {
  digest: string;
  counts: ResultCounts & { notices: number };
  paidCents: number;
  returnedCents: number;
}

/** A file of results that a clerk has sent: how far the worker is with it, and what came of it. */
export interface ResultRunRecord {
  /** Also the id of its job. */
  _id: string;
  /** Of the person who sent it, while it is waited for or under way: a person has one at a time. */
  activeKey?: string;
  format: PayFileFormat;
  settings?: AchSettings;
  /** Key of its bytes in the storage, while it has not ended. */
  file: string;
  /** Marks what a preview with this digest has shown; missing: it is a preview. */
  digest?: string;
  by: By;
  /** arriving: its bytes are being stored. */
  state: 'arriving' | 'waiting' | 'active' | 'completed' | 'failed';
  /** Lines that are matched and payments that are marked, of all that are known. */
  done: number;
  total: number;
  /** Counts up with each worker that takes it. */
  attempt: number;
  /** Marks: the journal's newest record before any was marked. */
  begunAfter?: number;
  preview?: ResultsPreviewCents;
  outcome?: PaymentResultsOutcome;
  /** Why it failed, for the clerk. */
  refusal?: { code: ErrorCode; message: string; fields?: FieldErrors | undefined };
  createdAt: Date;
}

export const ResultRunModel = plainModel<ResultRunRecord>('ResultRun', 'resultRuns', String, [
  [{ activeKey: 1 }, { unique: true, partialFilterExpression: { activeKey: { $exists: true } } }],
  [{ createdAt: 1 }],
]);
