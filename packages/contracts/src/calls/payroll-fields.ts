import { PAYMENT_TYPE, PAYROLL_TYPE } from '../codes';
import * as s from '../schema/schema';
import { MAX_PAYROLL_ROWS, PAYMENT_STATES, REASON_LENGTH, REASON_TEXT } from '../wire-payroll';

/* Fields that calls of payroll have in common. Money in dollars. */

/** 1 affiliates, 2 operators (docs/PRODUCT.md §9): two payrolls there are, and each has its texts. */
export const payrollType = s.oneOf(Object.values(PAYROLL_TYPE), { as: 'number' });
export const affiliatesOr = s.standard(payrollType, PAYROLL_TYPE.affiliates);

export const paymentType = s.code(Object.values(PAYMENT_TYPE), { about: '0 unknown, 1 ACH, other PayPal' });
export const paymentInfo = s.text({
  about: 'A PayPal id or the last digits of an account; empty when there was neither',
});
export const paymentState = s.code(PAYMENT_STATES);

/** Whose row it is: affID and affName, or staffID and staffName (docs/PRODUCT.md §3). */
export const payrollPerson = {
  affID: s.optional(s.number()),
  affName: s.optional(s.text()),
  staffID: s.optional(s.number()),
  staffName: s.optional(s.text()),
};

/** `true`, or it is not there. */
export const isSo = (says: s.Says) => s.optional(s.oneOf([true], says));
/** What a clerk should look at before somebody is paid. */
export const payeeFlags = {
  accountChangedAt: s.optional(
    s.instant({ about: 'When the payment details changed, if that is recent or holds the row' }),
  ),
  accountHeld: isSo({ about: 'Changed so recently that the row is paid only if it is chosen by itself' }),
  accountShared: isSo({ about: 'Somebody else is paid to the same account or PayPal id' }),
  accountReturned: isSo({ about: 'The last payment came back, and the account has not changed since' }),
  openSignals: s.optional(s.number({ about: 'Fraud signals that nobody has reviewed yet' })),
};

/** What may become of a person (docs/RULES.md, Payroll "Execute"). */
export const OUTCOMES = ['executed', 'already', 'nothing', 'changed', 'held', 'failed'] as const;
/** Persons by what became of them. */
export const outcomeCounts = s.object(s.each(OUTCOMES, s.optional(s.number())));

export const page = s.standard(s.number({ whole: true, min: 1, max: 1_000_000 }), 1);

/** Somebody, 0: everybody; never left out, for a call that pays would pay everybody. @param problem the text for a wrong id */
export const namedPersonOr0 = (problem?: string) =>
  s.number({ whole: true, min: 0, ...(problem && { texts: { any: problem } }) });
/** Somebody; 0 or left out: everybody. @param problem the text for a wrong id */
export const personOr0 = (problem?: string) => s.standard(namedPersonOr0(problem), 0);

/** Rows `offset` and up, counted from 0. */
export const rowsQuery = {
  offset: s.standard(s.number({ whole: true, min: 0 }), 0),
  limit: s.standard(s.number({ whole: true, min: 1, max: MAX_PAYROLL_ROWS }), 500),
};
export const runID = s.text({ max: 200, about: 'All rows of this run but those of except' });
export const rowIDs = { max: MAX_PAYROLL_ROWS };
/** Of bodies that name 50,000 rows, with their fingerprints. */
export const ROWS_LIMIT_BYTES = 5_000_000;

const words = { trim: true, max: REASON_LENGTH.max };
/** Why something is corrected or taken back. */
export const reason = s.text({ ...words, min: REASON_LENGTH.min, texts: { any: REASON_TEXT } });
export const maybeReason = s.optional(s.text({ ...words, empty: true }));

export const progress = s.object({ done: s.number(), total: s.number() });
export const runState = s.oneOf(['waiting', 'active', 'completed', 'failed', 'cancelled']);
/** How a job stands, once it is completed with its result. */
export const jobOf = <Result extends s.AnySchema>(result: Result) =>
  s.object({
    id: s.text(),
    state: runState,
    progress,
    result: s.optional(result),
    error: s.optional(s.text({ about: 'Present when it failed' })),
  });
