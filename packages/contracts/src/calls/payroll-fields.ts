import { PAYMENT_TYPE, PAYROLL_TYPE } from '../codes';
import {
  type AnySchema,
  code,
  each,
  instant,
  number,
  object,
  oneOf,
  optional,
  type Says,
  standard,
  text,
} from '../schema/schema';
import { MAX_PAYROLL_ROWS, PAYMENT_STATES, REASON_LENGTH, REASON_TEXT } from '../wire-payroll';

/* Fields that calls of payroll have in common. Money in dollars. */

/** 1 affiliates, 2 operators (docs/PRODUCT.md §9): two payrolls there are, and each has its texts. */
export const payrollType = oneOf(Object.values(PAYROLL_TYPE), { as: 'number' });
/** The same where it may be left out. */
export const affiliatesOr = standard(payrollType, PAYROLL_TYPE.affiliates);

export const paymentType = code(Object.values(PAYMENT_TYPE), { about: '0 unknown, 1 ACH, other PayPal' });
export const paymentInfo = text({
  about: 'A PayPal id or the last digits of an account; empty when there was neither',
});
export const paymentState = code(PAYMENT_STATES);

/** Whose row it is: affID and affName, or staffID and staffName (docs/PRODUCT.md §3). */
export const payrollPerson = {
  affID: optional(number()),
  affName: optional(text()),
  staffID: optional(number()),
  staffName: optional(text()),
};

/** `true`, or it is not there. */
export const isSo = (says: Says) => optional(oneOf([true], says));
/** What a clerk should look at before somebody is paid. */
export const payeeFlags = {
  accountChangedAt: optional(
    instant({ about: 'When the payment details changed, if that is recent or holds the row' }),
  ),
  accountHeld: isSo({ about: 'Changed so recently that the row is paid only if it is chosen by itself' }),
  accountShared: isSo({ about: 'Somebody else is paid to the same account or PayPal id' }),
  accountReturned: isSo({ about: 'The last payment came back, and the account has not changed since' }),
  openSignals: optional(number({ about: 'Fraud signals that nobody has reviewed yet' })),
};

/** What may become of a person (docs/RULES.md, Payroll "Execute"). */
export const OUTCOMES = ['executed', 'already', 'nothing', 'changed', 'held', 'failed'] as const;
/** Persons by what became of them. */
export const outcomeCounts = object(each(OUTCOMES, optional(number())));

export const page = standard(number({ whole: true, min: 1, max: 1_000_000 }), 1);

/** Somebody, 0: everybody. @param problem the text for a wrong id */
export const personOr0 = (problem?: string) =>
  standard(number({ whole: true, min: 0, ...(problem && { texts: { any: problem } }) }), 0);

/** Rows `offset` and up, counted from 0. */
export const rowsQuery = {
  offset: standard(number({ whole: true, min: 0 }), 0),
  limit: standard(number({ whole: true, min: 1, max: MAX_PAYROLL_ROWS }), 500),
};
export const runID = text({ max: 200, about: 'All rows of this run but those of except' });
export const rowIDs = { max: MAX_PAYROLL_ROWS };
/** Of bodies that name 50,000 rows, with their fingerprints. */
export const ROWS_LIMIT_BYTES = 5_000_000;

const words = { trim: true, max: REASON_LENGTH.max };
/** Why something is corrected or taken back. */
export const reason = text({ ...words, min: REASON_LENGTH.min, texts: { any: REASON_TEXT } });
/** The same where it may be left out. */
export const maybeReason = optional(text({ ...words, empty: true }));

export const progress = object({ done: number(), total: number() });
export const runState = oneOf(['waiting', 'active', 'completed', 'failed', 'cancelled']);
/** How a job stands, once it is completed with its result. */
export const jobOf = <Result extends AnySchema>(result: Result) =>
  object({
    id: text(),
    state: runState,
    progress,
    result: optional(result),
    error: optional(text({ about: 'Present when it failed' })),
  });
