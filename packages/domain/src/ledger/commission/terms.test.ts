/* One rule, which terms a sale is paid by, in all its cases: the tests share an affiliate and a member. */

import { addDays, type CommissionRates, payoutCents, plainRates } from '@partnerdesk/contracts';
import {
  atTime,
  dieAtWrite,
  ingest,
  joined,
  makeAffiliate,
  refund,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { propertyRuns, sized } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { AffiliateModel } from '../../accounts/account.models';
import { editAccount } from '../../accounts/edit-account';
import { CommissionGroupModel } from '../../accounts/terms';
import { AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { deliverAudit } from '../../platform/audit/audit-outbox';
import { EntryModel, type LedgerEntry } from '../ledger.models';
import {
  addGroup,
  changeAccountTerms,
  changeGroupTerms,
  listGroups,
  refreshCommissions,
  renameGroup,
  withdrawAccountTerms,
  withdrawGroupTerms,
} from './change-terms';
import { readAccountTerms, readAffiliateTerms, readGroups } from './read-terms';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const noon = (day: string) => `${day}T17:00:00.000Z`;
const on = <Result>(day: string, work: () => Promise<Result>) => atTime(noon(day), work);
const rates = (commission: number, more: Partial<CommissionRates> = {}) => ({
  ...plainRates(commission),
  ...more,
});

const versionOf = async (affID: number) => (await AffiliateModel.findOne({ affID }).lean())?.version ?? 0;
const groupVersion = async (_id: number) => (await CommissionGroupModel.findById(_id).lean())?.version ?? 0;
const setTerms = async (affID: number, from: string, groupID: number, own: CommissionRates | null) =>
  changeAccountTerms({ affID, version: await versionOf(affID), from, groupID, own, by });
const setGroup = async (groupID: number, from: string, to: CommissionRates) =>
  changeGroupTerms({ groupID, version: await groupVersion(groupID), from, rates: to, by });
const saveCommission = async (affID: number, commission: number) => {
  const version = await versionOf(affID);
  return editAccount({
    kind: 'affiliate',
    id: affID,
    updateType: 'Info',
    version,
    values: { commission },
    by,
  });
};
const entry = (eventID: string) => EntryModel.findById(`event:${eventID}`).lean<LedgerEntry>();
const rateOf = async (eventID: string) => {
  const { commission, rule } = (await entry(eventID)) ?? {};
  return [commission, rule];
};

/** An affiliate of 30 % with member 1, who joined on March 1st. */
async function anAffiliate(): Promise<number> {
  const { affID, trackID } = await makeAffiliate({ commission: 30 });
  await ingest(joined(1, trackID, noon('2026-03-01')));
  return affID;
}

test('own beats group, group beats default; each entry keeps its rate and rule', async () => {
  const affID = await anAffiliate();
  await on('2026-03-02', async () => {
    await ingest(sale('own', 1, 1001, noon('2026-03-02')));
    const groupID = await addGroup('Friends', rates(12.5, { rebill: 5 }), by);
    await setTerms(affID, '2026-03-02', groupID, null);
    await ingest(sale('group', 1, 1001, noon('2026-03-02')));
    await ingest({ ...sale('rebill', 1, 1001, noon('2026-03-02')), transactionType: 'rebill' });
    await setTerms(affID, '2026-03-02', groupID, rates(40, { initial: 50 }));
    await ingest(sale('initial', 1, 1001, noon('2026-03-02')));
    await ingest({ ...sale('other', 1, 1001, noon('2026-03-02')), transactionType: 'gift' });
    await setTerms(affID, '2026-03-02', 0, null);
    await ingest(sale('default', 1, 1001, noon('2026-03-02')));
    expect(await Promise.all(['own', 'group', 'rebill', 'initial', 'other', 'default'].map(rateOf))).toEqual([
      [30, undefined],
      [12.5, `group:${groupID}`],
      [5, `group:${groupID}:rebill`],
      [50, 'own:initial'],
      [40, undefined],
      [20, 'default'],
    ]);
  });
});

test('a sale of an earlier day is paid by the terms of its day, a refund by those of its sale', async () => {
  const affID = await anAffiliate();
  await on('2026-03-05', async () => {
    await ingest(sale('before', 1, 333, noon('2026-03-05')));
    await setTerms(affID, '2026-03-07', 0, rates(50));
  });
  await on('2026-03-08', async () => {
    await ingest(sale('late', 1, 333, noon('2026-03-06')));
    await ingest(sale('after', 1, 333, noon('2026-03-07')));
    await ingest(refund('back', 'before', 333, noon('2026-03-08')));
    await saveCommission(affID, 10);
    await ingest(sale('yesterday', 1, 333, noon('2026-03-07')));
    await ingest(
      sale('today', 1, 333, noon('2026-03-08')),
      refund('back2', 'after', 100, noon('2026-03-08')),
    );
  });
  const of = async (id: string) => {
    const { commission, payoutCents: cents } = (await entry(id)) as LedgerEntry;
    return [commission, cents];
  };
  expect(await of('before')).toEqual([30, 100]);
  expect(await of('late')).toEqual([30, 100]);
  expect(await of('after')).toEqual([50, 167]);
  expect(await of('back')).toEqual([30, -100]);
  expect(await of('yesterday')).toEqual([50, 167]);
  expect(await of('today')).toEqual([10, 33]);
  expect(await of('back2')).toEqual([50, -50]);
});

test('a cap ends with the last instant of its day, in the business’s time zone', async () => {
  const { affID, trackID } = await makeAffiliate();
  // 11 PM of March 6th in New York; clocks go forward on the 8th.
  await ingest(joined(1, trackID, '2026-03-07T04:00:00Z'));
  await on('2026-03-06', () =>
    setTerms(affID, '2026-03-06', 0, rates(30, { capDays: 2, capCommission: 1.5 })),
  );
  await on('2026-03-12', () =>
    ingest(
      sale('last', 1, 1000, '2026-03-09T03:59:59.999Z'),
      sale('over', 1, 1000, '2026-03-09T04:00:00.000Z'),
    ),
  );
  expect([await rateOf('last'), await rateOf('over')]).toEqual([
    [30, undefined],
    [1.5, 'own:cap'],
  ]);
  await on('2026-03-12', async () => {
    await setTerms(affID, '2026-03-12', 0, rates(30, { capDays: 0 }));
    await ingest(
      sale('nothing', 1, 1000, noon('2026-03-12')),
      refund('none', 'nothing', 1000, noon('2026-03-12')),
    );
  });
  expect(await entry('nothing')).toMatchObject({ commission: 0, payoutCents: 0, rule: 'own:cap' });
  expect(Object.is((await entry('none'))?.payoutCents, 0)).toBe(true);
});

test('a first day that is over is refused by its field; so is an unknown group; an older version is a conflict', async () => {
  const affID = await anAffiliate();
  const groupID = await addGroup('Friends', rates(10), by);
  await on('2026-03-05', async () => {
    const past = { code: 'invalid_input', fields: { from: expect.any(String) } };
    await expect(setTerms(affID, '2026-03-04', 0, null)).rejects.toMatchObject(past);
    await expect(setGroup(groupID, '2026-03-04', rates(1))).rejects.toMatchObject(past);
    await expect(setTerms(affID, '2026-03-05', 99, null)).rejects.toMatchObject({
      fields: { groupID: expect.any(String) },
    });
    const older = { affID, version: -1, from: '2026-03-05', groupID: 0, own: null, by };
    await expect(changeAccountTerms(older)).rejects.toMatchObject({ code: 'conflict' });
    await expect(addGroup('fRIENDS', rates(1), by)).rejects.toMatchObject({
      fields: { name: expect.any(String) },
    });
  });
  expect((await readAccountTerms(affID)).changes).toEqual([]);
});

test('a planned change can be withdrawn until it begins', async () => {
  const affID = await anAffiliate();
  const groupID = await addGroup('Friends', rates(10), by);
  await on('2026-03-05', async () => {
    await setTerms(affID, '2026-03-07', groupID, null);
    await setGroup(groupID, '2026-03-08', rates(15));
    const group = { groupID, version: await groupVersion(groupID), by };
    await withdrawGroupTerms({ ...group, number: 2 });
    await expect(
      withdrawGroupTerms({ ...group, version: group.version + 1, number: 1 }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });
  await on('2026-03-07', async () => {
    const begun = { affID, version: await versionOf(affID), number: 2, by };
    await expect(withdrawAccountTerms(begun)).rejects.toMatchObject({ code: 'conflict' });
  });
  await on('2026-03-08', () => ingest(sale('a', 1, 1000, noon('2026-03-08'))));
  expect(await rateOf('a')).toEqual([10, `group:${groupID}`]);
  const [row] = await readGroups();
  expect(row?.changes.map(({ withdrawnBy }) => withdrawnBy)).toEqual(['', 'system']);
});

test('the account’s commission is the one of the day once the sweep has run; what was typed before is a conflict', async () => {
  const affID = await anAffiliate();
  const groupID = await addGroup('Friends', rates(10), by);
  const commission = async () => (await AffiliateModel.findOne({ affID }).lean())?.commission;
  await on('2026-03-05', async () => {
    await setTerms(affID, '2026-03-06', groupID, null);
    expect(await commission()).toBe(30);
    await setGroup(groupID, '2026-03-07', rates(15));
  });
  const version = await versionOf(affID);
  await on('2026-03-06', () => refreshCommissions());
  expect(await commission()).toBe(10);
  await on('2026-03-07', async () => {
    await refreshCommissions();
    expect(await commission()).toBe(15);
    await setGroup(groupID, '2026-03-07', rates(16));
    expect(await commission()).toBe(16);
    const stale = { kind: 'affiliate', id: affID, updateType: 'Info', values: { commission: 30 } } as const;
    expect((await editAccount({ ...stale, version, by })).outcome).toBe('conflict');
  });
});

test('both sides read what applies when; the audit log has each change', async () => {
  const affID = await anAffiliate();
  const groupID = await addGroup('Friends', rates(10), by);
  await on('2026-03-05', async () => {
    await setTerms(affID, '2026-03-06', groupID, null);
    await setGroup(groupID, '2026-03-09', rates(15));
    await renameGroup({ groupID, version: await groupVersion(groupID), name: 'Best friends', by });
    await saveCommission(affID, 31);
    const { periods } = await readAffiliateTerms(affID);
    expect(periods.map(({ from, level, rates: { commission } }) => [from, level, commission])).toEqual([
      ['', 'own', 30],
      ['2026-03-05', 'own', 31],
      ['2026-03-06', 'group', 10],
      ['2026-03-09', 'group', 15],
    ]);
    const office = await readAccountTerms(affID);
    expect(office).toMatchObject({ groups: [{ groupID, name: 'Best friends', commission: 10 }], groupID: 0 });
    expect(office.changes.map(({ from, groupName }) => [from, groupName])).toEqual([
      ['', ''],
      ['2026-03-06', 'Best friends'],
      ['2026-03-05', ''],
    ]);
  });
  expect(
    (await AuditModel.find({}).sort({ at: 1, _id: 1 }).lean()).map(({ action }) => action).sort(),
  ).toEqual([
    'affiliate.terms-changed',
    'affiliate.updated',
    'commission-group.added',
    'commission-group.renamed',
    'commission-group.terms-changed',
  ]);
});

test('sales that race with a change are ordered with it: none that is sent after it is paid by the terms before', async () => {
  const affID = await anAffiliate();
  const day = '2026-03-05';
  await on(day, async () => {
    const racing = Array.from({ length: 20 }, (_, index) => ingest(sale(`r${index}`, 1, 1000, noon(day))));
    const changed = setTerms(affID, day, 0, rates(50)).then(() => ingest(sale('next', 1, 1000, noon(day))));
    await Promise.all([...racing, changed]);
  });
  expect(await rateOf('next')).toEqual([50, undefined]);
  const entries = await EntryModel.find({}).sort({ saleID: 1 }).lean<LedgerEntry[]>();
  const used = entries.map(({ commission }) => commission);
  // One change, one step: 30 … 30 50 … 50.
  expect(used).toEqual([...used].sort((a, b) => a - b));
});

test('a death at any write of a change leaves it made or not made, never half, and its line with it', async () => {
  for (let write = 1, dies = true; dies; write += sized(3, 1)) {
    const { affID } = await makeAffiliate();
    const groupID = await addGroup(`Group ${write}`, rates(10), by);
    const version = await versionOf(affID);
    const revive = dieAtWrite(write);
    const change = { affID, version, from: '2030-01-01', groupID, own: null, by };
    await changeAccountTerms(change).catch(() => undefined);
    dies = revive();
    const made = (await versionOf(affID)) > version;
    const found = await AffiliateModel.findOne({ affID }).lean();
    expect(found?.terms).toHaveLength(made ? 2 : 0);
    // What rides in the document is moved by the sweep.
    await deliverAudit(AffiliateModel, { affID });
    const line = { 'subject.id': String(affID), action: 'affiliate.terms-changed' };
    expect(await AuditModel.countDocuments(line)).toBe(made ? 1 : 0);
    // Asked for again with the version that was seen: made once.
    await changeAccountTerms(change).catch(({ code }) => expect([code, made]).toEqual(['conflict', true]));
    expect((await AffiliateModel.findOne({ affID }).lean())?.terms).toHaveLength(2);
  }
});

const DAYS = 12;
const dayAfter = (days: number) => addDays('2026-03-01', days);
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const someRates = fc.record<CommissionRates>({
  commission: percent,
  initial: fc.option(percent),
  rebill: fc.option(percent),
  capDays: fc.option(fc.integer({ min: 0, max: 8 })),
  capCommission: percent,
});
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sale' as const),
      on: fc.nat(DAYS),
      cents: fc.integer({ min: 1, max: 9999 }),
      type: fc.constantFrom('initial', 'rebill', 'gift'),
    }),
  },
  fc.record({ do: fc.constant('refund' as const), sale: fc.nat(9) }),
  fc.record({
    do: fc.constant('own' as const),
    ahead: fc.nat(3),
    own: fc.option(someRates),
    group: fc.boolean(),
  }),
  fc.record({ do: fc.constant('group' as const), ahead: fc.nat(3), rates: someRates }),
  fc.record({ do: fc.constant('save' as const), percent }),
  fc.record({ do: fc.constant('next day' as const) }),
);

/** Written down as docs/RULES.md, Terms says it, without the product's code. */
class Expected {
  own: { from: string; group: boolean; own: CommissionRates | null }[] = [
    { from: '', group: false, own: plainRates(30) },
  ];
  group: { from: string; rates: CommissionRates }[] = [{ from: '', rates: plainRates(10) }];

  inForce<Change extends { from: string }>(changes: Change[], day: string): Change {
    const begun = changes.filter(({ from }) => from <= day);
    const latest = begun
      .map(({ from }) => from)
      .sort()
      .at(-1);
    return begun.filter(({ from }) => from === latest).at(-1) as Change;
  }

  rate(day: string, type: string): number {
    const { own, group } = this.inForce(this.own, day);
    const { commission, initial, rebill, capDays, capCommission } =
      own ?? (group ? this.inForce(this.group, day).rates : plainRates(20));
    if (capDays !== null && day > addDays('2026-03-01', capDays)) return capCommission;
    if (type === 'initial') return initial ?? commission;
    return type === 'rebill' ? (rebill ?? commission) : commission;
  }
}

test('whatever changes and sales there are, each entry has the rate of its day, as it was known then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await Promise.all([
        AffiliateModel.collection.deleteMany({}),
        CommissionGroupModel.collection.deleteMany({}),
      ]);
      const run = Math.random().toString(36).slice(2);
      const { affID, trackID } = await makeAffiliate({ commission: 30 });
      const member = affID;
      await ingest(joined(member, trackID, noon('2026-03-01')));
      const groupID = await addGroup(run, plainRates(10), by);
      const expected = new Expected();
      const sales = new Map<string, { commission: number; cents: number }>();
      let today = 0;
      for (const [index, each] of steps.entries()) {
        await on(dayAfter(today), async () => {
          if (each.do === 'next day') today = Math.min(DAYS, today + 1);
          else if (each.do === 'own') {
            const from = dayAfter(today + each.ahead);
            await setTerms(affID, from, each.group ? groupID : 0, each.own);
            expected.own.push({ from, group: each.group, own: each.own });
          } else if (each.do === 'group') {
            const from = dayAfter(today + each.ahead);
            await setGroup(groupID, from, each.rates);
            expected.group.push({ from, rates: each.rates });
          } else if (each.do === 'save') {
            const before = (await AffiliateModel.findOne({ affID }).lean())?.commission;
            await saveCommission(affID, each.percent);
            const { own, group } = expected.inForce(expected.own, dayAfter(today));
            // The same number as it is shown is no change.
            if (each.percent !== before)
              expected.own.push({
                from: dayAfter(today),
                group,
                own: { ...(own ?? plainRates(0)), commission: each.percent },
              });
          } else if (each.do === 'sale') {
            const day = dayAfter(Math.min(each.on, today));
            const event = {
              ...sale(`${run}-${index}`, member, each.cents, noon(day)),
              transactionType: each.type,
            };
            await ingest(event);
            sales.set(event.eventID, { commission: expected.rate(day, each.type), cents: each.cents });
          } else {
            const [eventID = '', sold] = [...sales][each.sale] ?? [];
            const id = `${run}-${index}`;
            if (sold && !sales.has(`refund-${eventID}`) && sold.cents > 0) {
              await ingest(refund(id, eventID, sold.cents, noon(dayAfter(today))));
              const repeated = await entry(id);
              if (repeated) sales.set(id, { commission: sold.commission, cents: -sold.cents });
            }
          }
        });
      }
      for (const [eventID, { commission, cents }] of sales)
        expect(await entry(eventID)).toMatchObject({
          commission,
          payoutCents: payoutCents(cents, commission),
        });
      expect(await listGroups()).toHaveLength(1);
    }),
    propertyRuns(25),
  );
});
