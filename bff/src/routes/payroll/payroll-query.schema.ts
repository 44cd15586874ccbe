import {
  MAX_ADJUSTMENT_CENTS,
  MAX_PAYROLL_ROWS,
  MESSAGE,
  PAYROLL_TYPE,
  REASON_LENGTH,
  REASON_TEXT,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import { day, dayRange, id } from '../../middleware/validate';

const personMessage = (text: string) => ({
  'number.base': text,
  'number.integer': text,
  'number.min': text,
  '*': text,
});
const person = Joi.number().integer().min(0).default(0);

/** 1 affiliates (the default), 2 operators (docs/PRODUCT.md §9). */
export const payrollType = Joi.number()
  .valid(...Object.values(PAYROLL_TYPE))
  .default(PAYROLL_TYPE.affiliates);

/** GET /generate-payroll and POST /execute-payroll (docs/PRODUCT.md §5, §7). */
export const payrollQuery = Joi.object({
  payrollType,
  affID: Joi.when('payrollType', {
    is: PAYROLL_TYPE.operators,
    then: person.messages(personMessage(MESSAGE.enterOperatorId)),
    otherwise: person.messages(personMessage(MESSAGE.enterAffiliateId)),
  }),
  endDate: day(MESSAGE.selectPayrollEndDate).required(),
});

/** GET /generate-payroll-report. */
export const reportQuery = Joi.object({ payrollType, ...dayRange(MESSAGE.selectReportDates) });

const runID = Joi.string().max(200);
export const ids = Joi.array().items(id()).max(MAX_PAYROLL_ROWS);

/** Body of POST /execute-payroll; empty as docs/PRODUCT.md §7 has it, or what was reviewed. */
export const executeBody = Joi.object({
  rows: Joi.array()
    .items(Joi.object({ id: id().required(), fingerprint: Joi.string().max(50) }))
    .min(1)
    .max(MAX_PAYROLL_ROWS),
  run: runID,
  except: ids,
})
  .without('rows', ['run', 'except'])
  .with('except', 'run');

/** 50,000 rows with their fingerprints. */
export const ROWS_LIMIT_BYTES = 5_000_000;

export const typeQuery = Joi.object({ payrollType });

/** GET /payroll-runs/{id}/rows. */
export const rowsQuery = Joi.object({
  offset: Joi.number().integer().min(0).default(0),
  limit: Joi.number().integer().min(1).max(MAX_PAYROLL_ROWS).default(500),
});

const page = Joi.number().integer().min(1).max(1_000_000).default(1);

/** GET /payroll-entries: of a payroll, or what is open of a person through a day. */
export const entriesQuery = Joi.object({
  payrollID: id(),
  payrollType,
  personID: id(),
  endDate: day(MESSAGE.selectPayrollEndDate),
  page,
})
  .xor('payrollID', 'personID')
  .with('personID', 'endDate');

const reason = Joi.string().trim().min(REASON_LENGTH.min).max(REASON_LENGTH.max);

/** POST /payroll-adjustments. */
export const adjustmentBody = Joi.object({
  adjustmentID: Joi.string().guid().required(),
  payrollType: payrollType.required(),
  personID: id().required().messages({ '*': 'Please enter the ID' }),
  amount: Joi.number()
    .precision(2)
    .min(-MAX_ADJUSTMENT_CENTS / 100)
    .max(MAX_ADJUSTMENT_CENTS / 100)
    .invalid(0)
    .required()
    .messages({ '*': 'An amount in dollars and cents, not zero' })
    .prefs({ convert: false }),
  reason: reason.required().messages({ '*': REASON_TEXT }),
});

/** GET /payroll-adjustments. */
export const adjustmentsQuery = Joi.object({ payrollType, personID: id().required(), page });

/** GET /payroll-progress; without a day of the current payroll. */
export const progressQuery = Joi.object({
  payrollType,
  affID: person,
  endDate: day(MESSAGE.selectPayrollEndDate),
});

/** GET /payee-payments. */
export const payeeQuery = Joi.object({ payrollType, personID: id().required() });

/** POST /payroll-adjustments/{entryID}/reversal. */
export const reversalBody = Joi.object({ reason: reason.required().messages({ '*': REASON_TEXT }) });

/** POST /payment-marks. */
export const marksBody = Joi.object({
  payrollIDs: ids.min(1),
  payFileID: id(),
  state: Joi.valid('paid', 'returned', 'executed').required(),
  from: Joi.when('state', {
    is: 'executed',
    then: Joi.valid('paid', 'returned').required(),
    otherwise: Joi.forbidden(),
  }),
  reason: Joi.when('state', {
    is: 'paid',
    then: reason.min(0),
    otherwise: reason.required().messages({ '*': REASON_TEXT }),
  }),
}).xor('payrollIDs', 'payFileID');

/** POST /pay-files. */
export const payFileBody = Joi.object({
  payrollType: payrollType.required(),
  format: Joi.valid('nacha', 'paypal').required(),
  payrollIDs: ids.min(1),
  run: runID,
  except: ids,
})
  .xor('payrollIDs', 'run')
  .with('except', 'run');

/** DELETE /pay-files/{id}. */
export const discardBody = Joi.object({ reason: reason.min(0) });

/** POST /payroll-approvals/{id}. */
export const decisionBody = Joi.object({
  decision: Joi.valid('approve', 'decline').required(),
  hash: Joi.when('decision', {
    is: 'approve',
    then: Joi.string().max(100).required(),
    otherwise: Joi.forbidden(),
  }),
  reason: Joi.when('decision', {
    is: 'decline',
    then: reason.required().messages({ '*': REASON_TEXT }),
    otherwise: Joi.forbidden(),
  }),
});

/** GET /pay-files/{id}/excluded. */
export const pageQuery = Joi.object({ page });
