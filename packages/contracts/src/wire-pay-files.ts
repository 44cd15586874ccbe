import type { PayrollType } from './codes';

export const PAY_FILE_FORMATS = ['nacha', 'paypal'] as const;
export type PayFileFormat = (typeof PAY_FILE_FORMATS)[number];

/** POST /pay-files; answers 202 with the file, which a job makes. */
export interface PayFileRequest {
  payrollType: PayrollType;
  format: PayFileFormat;
  payrollIDs?: number[];
  /** All rows of a report run but these. */
  run?: string;
  except?: number[];
}

export type PayFileStepName = 'made' | 'downloaded' | 'marked' | 'discarded';

/** A pay file as it is listed; dollars. Exported is not paid. */
export interface PayFile {
  payFileID: number;
  format: PayFileFormat;
  payrollType: PayrollType;
  /** making: a job claims its payments; discarding it then ends that. */
  state: 'making' | 'open' | 'discarded';
  /** Payments looked at of payments asked for. */
  progress: { done: number; total: number };
  /** Why its making ended without a file. */
  failure?: string;
  /** Its discarding waits for a second person. */
  approvalID?: number;
  /** It may have been sent: discarding it needs NOT_SENT_TO_BANK as its reason. */
  downloaded: boolean;
  /** What became of it so far, oldest first; `marked`: the last mark of one of its payments. Instants, ISO 8601. */
  life: { step: PayFileStepName; at: string; by: string }[];
  lines: number;
  amount: number;
  /** Lines that downloads leave out, because their payments are paid or returned by now. */
  leftOut: number;
  /** Those of them that are paid; missing where an earlier version may have marked some. */
  paid?: number;
  /** GET /pay-files/{id}/parts/{number}; PayPal takes 5,000 rows a file. */
  parts: { number: number; fileName: string; lines: number; downloaded: boolean }[];
  /** How many could not be in it, and why; one by one: GET /pay-files/{id}/excluded. */
  excluded: { reason: string; payments: number; amount: number }[];
}

/** A payment that could not be in a pay file; dollars. */
export interface ExcludedPayFilePayment {
  payrollID: number;
  personID: number;
  name: string;
  amount: number;
  reason: string;
}

/** The reason that a person types to discard a pay file that was downloaded. */
export const NOT_SENT_TO_BANK = 'not sent to the bank';
/** Payments of one page of GET /pay-files/{id}/excluded. */
export const EXCLUDED_PAGE = 100;

/** Rows of one PayPal file. */
export const MAX_PAYPAL_ROWS = 5000;
