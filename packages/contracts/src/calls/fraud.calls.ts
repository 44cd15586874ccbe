import { type CheckedOf, code, id, instant, list, object, optional, text } from '../schema/schema';
import { FRAUD_RULES, MAX_SIGNAL_NOTE } from '../wire-office';
import { call } from './call';

/* What somebody should look at of an affiliate (docs/RULES.md, Fraud signals). */

const signal = object({
  id: text(),
  rule: code(FRAUD_RULES),
  reason: text(),
  foundAt: instant(),
  lastAt: instant({ about: 'When it was found last' }),
  review: optional(
    object({ at: instant(), by: text(), note: text() }, { about: 'Once somebody looked at it' }),
  ),
});
export type FraudSignalRow = CheckedOf<typeof signal>;

export const fraudSignalsCall = call('GET /api/fraud-signals', {
  about: 'Fraud signals of an affiliate, open ones first',
  who: 'accounts',
  query: { affID: id() },
  answer: list(signal),
  errors: ['not_found'],
});
export const reviewSignalCall = call('POST /api/fraud-signals/review', {
  about: 'Notes that somebody looked at an open signal',
  who: 'accounts',
  body: {
    id: text({ max: 200 }),
    note: text({ trim: true, max: MAX_SIGNAL_NOTE, texts: { empty: 'Please enter a note' } }),
  },
  answer: signal,
  errors: ['not_found', 'conflict'],
});
