import type { PayFileFormat, PayrollType } from '@partnerdesk/contracts';
import { type By, plainModel } from '../../platform';

/** Payments that could not be in a file for the same reason. */
export interface Exclusion {
  reason: string;
  payments: number;
  amountCents: number;
}

/**
 * The life of a pay file: its lines are being claimed, it can be downloaded, it may be on its way to the bank, or it
 * was given up. Each step is decided by a journal record (docs/RULES.md, Payroll).
 */
export type PayFileState = 'building' | 'made' | 'downloaded' | 'discarded';

/** A pay file: which payments are in it. Its text is written for each download and stored nowhere. */
export interface PayFileRecord {
  /** payFileID. */
  _id: number;
  format: PayFileFormat;
  payrollType: PayrollType;
  state: PayFileState;
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
  /** Who could not be in it, by reason. */
  exclusions: Exclusion[];
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

/**
 * A payment's place in a pay file. A payment has one such place: it is free once that file is discarded, and the next
 * file that claims it moves it there.
 */
export interface PayFileLine {
  /** payrollID. */
  _id: number;
  payFileID: number;
  /** Counted from 0. */
  position: number;
}

/** A payment that could not be in a file. */
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
