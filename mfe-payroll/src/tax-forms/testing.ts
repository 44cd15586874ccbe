const zero = { count: 0, amount: 0 };

/** A payee for whom nothing is missing. */
export const aPayee = (personID: number, more = {}) => ({
  kind: 'affiliate',
  personID,
  name: `Ann Number ${personID}`,
  amount: 2500,
  state: 'ready',
  ...more,
});

/** A year that is over: one form, one payee without a tax id. */
export const aTaxYear = (more = {}) => ({
  year: 2026,
  years: [2027, 2026],
  isOver: true,
  threshold: 2000,
  hasPayer: true,
  sums: { missing: { count: 1, amount: 3000 }, ready: { count: 1, amount: 2500 }, below: zero },
  askable: 1,
  unknownType: zero,
  unsent: zero,
  digest: 'd1',
  rows: [aPayee(2, { amount: 3000, state: 'missing', problem: 'no tax id' }), aPayee(1)],
  total: 2,
  ...more,
});
