import type { PayFileFormat } from '@partnerdesk/contracts';
import { type Model, model, Schema } from 'mongoose';

/** Somebody who could not be in a file. */
export interface ExcludedPayment {
  payrollID: number;
  personID: number;
  name: string;
  amountCents: number;
  reason: string;
}

/** A pay file: which payments are in it. Its text is written again for each download and stored nowhere. */
export interface PayFileRecord {
  /** payFileID. */
  _id: number;
  format: PayFileFormat;
  payrollType: 1 | 2;
  /** building: its lines are being claimed (settle-pay-file.ts). */
  state: 'building' | 'open' | 'discarded';
  createdAt: Date;
  createdDay: string;
  createdBy: string;
  /** NACHA: distinguishes the files of a day. */
  modifier: string;
  lines: number;
  amountCents: number;
  excluded: ExcludedPayment[];
  /** While building: the payrollIDs to claim, in the file's order. */
  claims?: number[];
}

/** A pay file that nothing is left to do of. */
export type SettledPayFile = PayFileRecord & { state: 'open' | 'discarded' };

/** A payment's place in a pay file. Its id lets a payment be in one file only. */
export interface PayFileLine {
  /** payrollID. */
  _id: number;
  payFileID: number;
  /** Counted from 0. */
  position: number;
}

function numberedModel<T extends { _id: number }>(
  name: string,
  collection: string,
  index: Record<string, 1 | -1>,
): Model<T> {
  const schema = new Schema<T>({ _id: { type: Number, required: true } } as never, {
    versionKey: false,
    strict: false,
    autoIndex: false,
    autoCreate: false,
    collection,
  });
  return model<T, Model<T>>(name, schema.index(index) as never);
}

export const PayFileModel = numberedModel<PayFileRecord>('PayFile', 'payFiles', { payrollType: 1, _id: -1 });
export const PayFileLineModel = numberedModel<PayFileLine>('PayFileLine', 'payFileLines', {
  payFileID: 1,
  position: 1,
});
