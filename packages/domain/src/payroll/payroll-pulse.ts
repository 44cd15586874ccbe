import { hash } from 'node:crypto';
import { PAYMENT_STATES, type PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { listApprovals } from './approval/find-approvals';
import { listPayFiles } from './pay-files/find-pay-files';
import { PaymentMarkModel, PayrollModel } from './payroll.models';
import { hasEnded, type PayrollRunRecord } from './payroll-run.model';
import { listRuns } from './payroll-runs';

/** What moves a payroll, cheap enough to be asked for again and again. */
export interface PayrollPulse {
  /** Another text whenever something became of payments, files, requests or runs. */
  version: string;
  /** Under way, newest first; not the reports. */
  runs: PayrollRunRecord[];
}

/** Reads the newest of each kind by its index, however many payments there are. */
export async function payrollPulse(payrollType: PayrollType): Promise<PayrollPulse> {
  await catchUpLedger();
  const [payment, marks, files, requests, runs] = await Promise.all([
    PayrollModel.findOne({}, { seq: 1 }).sort({ seq: -1 }).lean(),
    Promise.all(
      PAYMENT_STATES.map((state) => PaymentMarkModel.findOne({ state }, { seq: 1 }).sort({ seq: -1 }).lean()),
    ),
    listPayFiles(payrollType),
    listApprovals(),
    listRuns(payrollType),
  ]);
  const own = runs.filter(({ kind }) => kind !== 'report');
  const seen = [
    payment?._id,
    ...marks.map((mark) => mark?._id),
    ...files.map(({ _id, changedBy }) => [_id, changedBy]),
    ...requests.map(({ _id, state }) => [_id, state]),
    ...own.map(({ _id, state }) => [_id, state]),
  ];
  const version = hash('sha256', JSON.stringify(seen), 'base64url').slice(0, 22);
  return { version, runs: own.filter((run) => !hasEnded(run)) };
}
