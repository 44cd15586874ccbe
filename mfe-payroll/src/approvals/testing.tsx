const PERSON = {
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  entries: 3,
  paymentType: 1,
  paymentInfo: '••••1234',
};

/** Rows of a request: one paid elsewhere than before, one never paid before. */
export const ROWS = [
  { ...PERSON, affID: 2, affName: 'Ann Two', amount: 20, usual: 5, accountChanged: true, unusual: true },
  { ...PERSON, affID: 3, affName: 'Bob Three', amount: 10, isNew: true },
];

/** A request of somebody else's that waits, with its details. */
export const anApproval = (more = {}) => ({
  approvalID: 7,
  kind: 'execution',
  payrollType: 1,
  state: 'waiting',
  hash: 'h7',
  preparedBy: 'clerk@example.com',
  own: false,
  preparedAt: '2026-11-01T10:00:00Z',
  rows: 2,
  amount: 30,
  endDate: '2026-10-31',
  marked: { unknown: 0, newPayees: 1, accountsChanged: 1, unusual: 1 },
  stale: 0,
  ...more,
});
