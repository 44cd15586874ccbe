import type { FraudRule } from '@partnerdesk/contracts';
import { carriesAudit, plainModel } from '../../platform';

/** 90 days (s). */
const KEPT_S = 90 * 86_400;

/** Where an affiliate registered or signed in: a keyed hash of the network or of the device, never an address. */
export interface FraudTrace {
  _id: string;
  affID: number;
  act: 'sign-in' | 'registration';
  hash: string;
  of: 'network' | 'device';
  /** The last time. */
  at: Date;
}

export interface FraudSignal {
  /** `${affID}:${rule}:${about}`: found again it is the same signal. */
  _id: string;
  affID: number;
  rule: FraudRule;
  reason: string;
  foundAt: Date;
  /** Found again; it goes 90 days after that. */
  lastAt: Date;
  state: 'open' | 'reviewed';
  reviewedAt?: Date;
  reviewedBy?: string;
  note?: string;
}

export const FraudTraceModel = plainModel<FraudTrace>('FraudTrace', 'fraudTraces', String, [
  [{ hash: 1 }],
  [{ affID: 1 }],
  [{ at: 1 }, { expireAfterSeconds: KEPT_S }],
]);

export const FraudSignalModel = plainModel<FraudSignal>(
  'FraudSignal',
  'fraudSignals',
  String,
  [[{ affID: 1, state: 1 }], [{ lastAt: 1 }, { expireAfterSeconds: KEPT_S }]],
  carriesAudit,
);
