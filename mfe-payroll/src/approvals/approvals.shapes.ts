import type {
  PaymentType,
  PayrollApproval,
  PayrollApprovalDetails,
  PayrollApprovalRow,
} from '@partnerdesk/contracts';
import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { shape } from '@partnerdesk/web';

const { code, flag, mapOf, number, oneOf, optional, record, text } = shape;

const APPROVAL = {
  approvalID: number,
  kind: oneOf('execution', 'discarding', 'adjustment'),
  payrollType: oneOf(PAYROLL_TYPE.affiliates, PAYROLL_TYPE.operators),
  state: oneOf('waiting', 'approved', 'executed', 'declined', 'expired'),
  hash: text,
  preparedBy: text,
  own: flag,
  preparedAt: text,
  decidedBy: optional(text),
  decidedAt: optional(text),
  declinedFor: optional(text),
  rows: number,
  amount: number,
  endDate: optional(text),
  marked: optional(
    record<NonNullable<PayrollApproval['marked']>>({
      unknown: number,
      newPayees: number,
      accountsChanged: number,
      unusual: number,
    }),
  ),
  outcomes: optional(mapOf(number)),
  paid: optional(number),
  payFileID: optional(number),
  personID: optional(number),
  reason: optional(text),
  reverses: optional(text),
};

export const isApproval = record<PayrollApproval>(APPROVAL);
export const isApprovalDetails = record<PayrollApprovalDetails>({ ...APPROVAL, stale: number });
export const isApprovalRow = record<PayrollApprovalRow>({
  affID: optional(number),
  affName: optional(text),
  staffID: optional(number),
  staffName: optional(text),
  startPeriod: text,
  endPeriod: text,
  amount: number,
  entries: number,
  paymentType: code<PaymentType>,
  paymentInfo: text,
  isNew: optional(oneOf(true)),
  accountChanged: optional(oneOf(true)),
  usual: optional(number),
  unusual: optional(oneOf(true)),
});
