import { configureDomain } from '../platform/config';
import { IngestBatch } from './ingest-batch';
import type { IngestState } from './ingest-state';

beforeAll(() => configureDomain({ timeZone: 'America/New_York' } as never));

const AT = '2026-03-02T15:00:00.000Z';
const sold = { saleID: 7, affID: 1, commission: 20, memberID: 1, tid: '', lp: '' };

const stateOf = (): IngestState => ({
  known: new Map([['known', 'hash']]),
  attributions: new Map([[1, { affID: 1, tid: '', lp: '' }]]),
  sales: new Map([
    ['refunded', { ...sold, amountCents: 1000, refundedCents: 0 }],
    ['untouched', { ...sold, amountCents: 1000, refundedCents: 0 }],
  ]),
  staff: new Map(),
  affiliates: new Map([[1, { commission: 20 }]]),
  groups: new Map(),
  tracks: new Map(),
  closedThrough: new Map(),
  waiting: new Map(),
  partial: new Set(),
  lastSaleID: 7,
});

test('the next record takes over what this one changes, not all that it was planned on', () => {
  const batch = new IngestBatch(stateOf(), new Date(AT));
  batch.take({ eventID: 'j2', type: 'member.joined', at: AT, memberID: 2 });
  batch.take({
    eventID: 's2',
    type: 'sale',
    at: AT,
    memberID: 2,
    amountCents: 500,
    transactionType: 'initial',
  });
  batch.take({ eventID: 'r1', type: 'refund', at: AT, saleEventID: 'refunded', amountCents: 300 });
  const { known, attributions, sales, lastSaleID } = batch.changes;
  expect([...known.keys()]).toEqual(['j2', 's2', 'r1']);
  expect([...attributions.keys()]).toEqual([2]);
  expect([...sales].map(([id, { refundedCents }]) => [id, refundedCents])).toEqual([
    ['s2', 0],
    ['refunded', 300],
  ]);
  expect(lastSaleID).toBe(8);
});
