/* One table of lists, each read forwards and backwards in the same way. */
import { ACCOUNT_KINDS, type AccountKind } from '@partnerdesk/contracts';
import { useTestDatabase } from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { AffiliateModel, MemberModel } from './account.models';
import { ACCOUNT_KIND_INFO } from './account-kinds';
import { type AccountCriteria, type AccountOrder, searchAccounts, streamAccounts } from './search-accounts';
import { nameKeysOf } from './search-key';

// Thousands of accounts with all their indexes are written once.
useTestDatabase({ kept: true });
beforeAll(() => addMany());

/** More than are sorted by their keys (SORTED_HERE). */
const MANY = 2040;

/** Accounts 1… as they are stored, with many equal values of each column. */
async function addMany(kind: AccountKind = 'affiliate'): Promise<void> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const people = Array.from({ length: MANY }, (_, index) => {
    const id = index + 1;
    const names = { firstName: `Kim${index % 40}`, lastName: `Kimura${index % 90}` };
    const keys = { ...nameKeysOf(names), usernameKey: `kim${index % 90}`, emailKey: `kim${id}@example.com` };
    return {
      [idField]: id,
      trackID: `T${id}`,
      ...names,
      ...keys,
      status: index % 2,
      paymentType: index % 3,
      commission: index % 7,
      credits: index % 7,
      performance: {
        quiet: index % 3 === 0,
        // Not computed yet of every fourth.
        last30Days: { salesCents: index % 11, ...(index % 4 > 0 && { joins: index % 5 }) },
      },
      createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 30), 17)),
    };
  });
  await model.collection.insertMany(people, { ordered: false });
}

type Search = { criteria: AccountCriteria; order?: AccountOrder };

/** Ids of all pages, by cursors: forwards, and backwards from the last one. */
async function walk(search: Search, between: () => Promise<unknown> = async () => undefined) {
  const input = { kind: 'affiliate', ...search, page: 1 } as const;
  const idsOf = (rows: { affID: number }[]) => rows.map(({ affID }) => affID);
  const forward: number[] = [];
  let page = await searchAccounts(input);
  expect(page.previous).toBeUndefined();
  for (;;) {
    forward.push(...idsOf(page.rows));
    if (!page.next) break;
    await between();
    page = await searchAccounts({ ...input, cursor: page.next });
  }
  const backward = idsOf(page.rows);
  while (page.previous) {
    page = await searchAccounts({ ...input, cursor: page.previous });
    if (page.previous) backward.unshift(...idsOf(page.rows));
  }
  return { forward, backward, first: idsOf(page.rows) };
}

const by = (column: AccountOrder['column'], descending = false): AccountOrder => ({ column, descending });

describe('by cursor', () => {
  test.each<[string, Search]>([
    ['everybody by a column of equal values', { criteria: {}, order: by('commission') }],
    ['a large name search, first and last names', { criteria: { name: 'kim' } }],
    [
      'a large name search in the order of names, descending',
      { criteria: { name: 'kim' }, order: by('name', true) },
    ],
    ['the quiet ones by their sales', { criteria: { only: 'quiet' }, order: by('sales', true) }],
    ['everybody by figures, some of them not computed yet', { criteria: {}, order: by('joins') }],
    ['the same, descending', { criteria: {}, order: by('joins', true) }],
    ['a small result by such figures', { criteria: { name: 'kim', status: 1 }, order: by('joins') }],
    ['a small result, descending', { criteria: { name: 'kim', status: 1 }, order: by('commission', true) }],
  ])('every row of %s comes once, forwards as backwards', async (_, search) => {
    const { forward, backward, first } = await walk(search);
    const streamed: number[] = [];
    const { rows, total } = await streamAccounts({ kind: 'affiliate', ...search });
    for await (const { affID } of rows) streamed.push(affID);
    expect([forward.length, new Set(forward).size]).toEqual([total, total]);
    expect(streamed).toEqual(forward);
    expect(forward.slice(0, first.length)).toEqual(first);
    expect(backward).toEqual(forward.slice(-backward.length));
    expect(forward.length - backward.length).toBeLessThanOrEqual(50);
  });

  test('what is removed in between moves nothing: no other row is left out or comes twice', async () => {
    let removed = 0;
    // Also the very row that the cursor stands at.
    const { forward } = await walk({ criteria: {}, order: by('status') }, async () => {
      const { rows } = await searchAccounts({
        kind: 'affiliate',
        criteria: {},
        order: by('status'),
        page: 1,
      });
      removed += rows.length;
      await AffiliateModel.collection.deleteMany({ affID: { $in: rows.map(({ affID }) => affID) } });
    });
    expect(new Set(forward).size).toBe(MANY);
    expect(removed).toBeGreaterThan(1900);
    await AffiliateModel.collection.deleteMany({});
    await addMany();
  });

  test('a page has the same rows by its number and by its cursor', async () => {
    const search = { kind: 'affiliate', criteria: {}, order: by('email', true) } as const;
    const second = await searchAccounts({ ...search, page: 2 });
    const third = await searchAccounts({ ...search, page: 3 });
    expect(await searchAccounts({ ...search, page: 1, cursor: second.next ?? '' })).toEqual(third);
    const back = await searchAccounts({ ...search, page: 9, cursor: third.previous ?? '' });
    expect(back).toEqual(second);
    expect(await searchAccounts({ ...search, page: 999 })).toEqual({ rows: [], total: MANY });
  });

  test('a cursor of another search, kind or order is refused', async () => {
    const search = { kind: 'affiliate', criteria: { name: 'kim' }, order: by('name') } as const;
    const { next: cursor = '' } = await searchAccounts({ ...search, page: 1 });
    const values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const other of [
      { ...search, cursor, criteria: { name: 'ki' } },
      { ...search, cursor, criteria: { name: 'kim', status: 0 } },
      { ...search, cursor, kind: 'staff' as const },
      { ...search, cursor, order: by('name', true) },
      { ...search, cursor: 'x' },
      { ...search, cursor: forged() },
      { ...search, cursor: forged(...values.slice(0, 3), { $gt: '' }, 1) },
      { ...search, cursor: forged(...values.slice(0, 2), 7, 'kim', 1) },
    ])
      await expect(searchAccounts({ ...other, page: 1 })).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { cursor: expect.any(String) },
      });
  });

  test('filters narrow every search, and count what they leave', async () => {
    const total = async (criteria: AccountCriteria) =>
      (await searchAccounts({ kind: 'affiliate', criteria, page: 1 })).total;
    const stored = (filter: object) => AffiliateModel.countDocuments(filter);
    const days = { $gte: new Date('2026-01-05T05:00Z'), $lt: new Date('2026-01-07T05:00Z') };
    const joined = { joinedFrom: '2026-01-05', joinedTo: '2026-01-06' };
    expect(await total({ status: 1 })).toBe(MANY / 2);
    expect(await total({ status: 1, paymentType: 2 })).toBe(MANY / 6);
    expect(await total(joined)).toBe(await stored({ createdAt: days }));
    expect(await total({ ...joined, status: 1 })).toBe(await stored({ createdAt: days, status: 1 }));
    expect(await total({ name: 'kim1', paymentType: 0 })).toBe(
      await stored({ paymentType: 0, firstName: { $gte: 'Kim1', $lt: 'Kim2' } }),
    );
    expect(await total({ email: 'kim2', status: 0, joinedTo: '2026-01-01' })).toBe(
      await stored({
        status: 0,
        createdAt: { $lt: new Date('2026-01-02T05:00Z') },
        emailKey: { $gte: 'kim2', $lt: 'kim3' },
      }),
    );
  });
});

describe('a large result in the order of what begins alike', () => {
  afterEach(() => MemberModel.collection.deleteMany({}));
  const addNamed = (begin: string, firstID: number, count: number) =>
    MemberModel.collection.insertMany(
      Array.from({ length: count }, (_, index) => ({
        memberID: firstID + index,
        usernameKey: `${begin}${index % 1400}`,
        // Some have the same.
        emailKey: `${begin}${(index * 7) % 1500}@example.com`,
        status: index % 2,
      })),
    );
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

  /** Ids of those of a name in an order, sorted here, and how a page of them is read. */
  async function searching(criteria: { name: string; status?: number }, order: AccountOrder) {
    const stored = await MemberModel.find({}, { memberID: 1, usernameKey: 1, emailKey: 1, status: 1 }).lean();
    const direction = order.descending ? -1 : 1;
    const keyOf = ({ emailKey }: { emailKey: string }) => (order.column === 'email' ? emailKey : '');
    const expected = stored
      .filter(({ usernameKey }) => usernameKey.startsWith(criteria.name))
      .filter(({ status }) => criteria.status === undefined || status === criteria.status)
      .sort((a, b) => direction * (compare(keyOf(a), keyOf(b)) || a.memberID - b.memberID))
      .map(({ memberID }) => memberID);
    const read = async (page: number, cursor?: string) => {
      const found = await searchAccounts({
        kind: 'member',
        criteria,
        order,
        page,
        ...(cursor && { cursor }),
      });
      return { ...found, ids: found.rows.map(({ memberID }) => memberID) };
    };
    return { expected, read };
  }

  // In one direction or the other, all of the ones come before the first of the others.
  test('has every page, by cursor as by number', async () => {
    await addNamed('bea', 1, 700);
    await addNamed('kim', 701, 1200);
    await addNamed('ann', 1901, 700);
    for (const order of [by('email'), by('email', true), by('id', true)]) {
      const { expected, read } = await searching({ name: 'kim', status: 1 }, order);
      const [first, last] = [await read(1), await read(12)];
      const second = await read(1, first.next);
      expect([first.ids, second.ids, (await read(2)).ids, last.ids]).toEqual([
        expected.slice(0, 50),
        expected.slice(50, 100),
        expected.slice(50, 100),
        expected.slice(550),
      ]);
      expect((await read(1, second.previous)).ids).toEqual(first.ids);
      expect((await read(1, last.previous)).ids).toEqual(expected.slice(500, 550));
      expect([first.total, last.total, last.next]).toEqual([600, 600, undefined]);
    }
  });

  test('has the same first page where a part of it is near, and where all of it is', async () => {
    await addNamed('bea', 1, 480);
    await addNamed('zoe', 481, 10_100);
    for (const order of [by('id'), by('email', true), by('email')]) {
      const { expected, read } = await searching({ name: 'zoe' }, order);
      const first = await read(1);
      expect([first.total, first.ids]).toEqual([10_100, expected.slice(0, 50)]);
      expect((await read(1, first.next)).ids).toEqual(expected.slice(50, 100));
    }
  });
});

/** What the database is asked while `work` runs. */
async function queriesOf(work: () => Promise<unknown>): Promise<object[]> {
  const asked: object[] = [];
  mongoose.set('debug', (name: string, method: string, filter: object, options: object = {}) => {
    if (method === 'find') asked.push({ find: name, filter, ...options });
  });
  const { db } = mongoose.connection;
  const command = jest.spyOn(db as NonNullable<typeof db>, 'command').mockName('command');
  try {
    await work();
    // The ledger reads the database's clock by 'hello' now and then.
    return [...asked, ...command.mock.calls.map(([each]) => each).filter((each) => !('hello' in each))];
  } finally {
    mongoose.set('debug', false);
    command.mockRestore();
  }
}

/** Which of these searches a kind has. */
const SUITS: Record<AccountKind, (criteria: string) => boolean> = {
  affiliate: () => true,
  staff: (criteria) => !criteria.includes('only'),
  member: (criteria) => !/pay|joined|only/.test(criteria),
};

test('every search in every order goes by an index, and the database sorts no records', async () => {
  const joined = { joinedFrom: '2026-01-05', joinedTo: '2026-01-20' };
  const searches: AccountCriteria[] = [
    ...[{}, { email: 'kim' }, { name: 'kim' }, { name: 'kim3' }, { name: 'kim', status: 0 }],
    ...[{ status: 1 }, { status: 1, ...joined }, { paymentType: 1, ...joined }, { ...joined }],
    ...[{ only: 'quiet' as const }, { only: 'unpayable' as const }],
  ];
  const explained = new Set<string>();
  const check = async (kind: AccountKind, criteria: AccountCriteria, order?: AccountOrder) => {
    const input = { kind, criteria, page: 1, ...(order && { order }) };
    const asked = await queriesOf(async () => {
      const { next } = await searchAccounts(input);
      const behind = next ? await searchAccounts({ ...input, cursor: next }) : undefined;
      if (behind?.previous) await searchAccounts({ ...input, cursor: behind.previous });
      await searchAccounts({ ...input, page: 3 });
    });
    for (const each of asked) {
      const { projection: _, ...query } = each as { projection?: object };
      const text = JSON.stringify(query);
      if (explained.has(text)) continue;
      explained.add(text);
      const { queryPlanner } = await mongoose.connection.db!.command({ explain: query });
      const plan = JSON.stringify(queryPlanner.winningPlan);
      // A stage names the one that it reads from after itself.
      expect([text, plan.match(/COLLSCAN|"SORT".*"FETCH"/)?.[0]]).toEqual([text, undefined]);
    }
  };
  for (const kind of ['affiliate', 'staff', 'member'] as const) {
    if (kind !== 'affiliate') await addMany(kind);
    const suiting = searches.filter((each) => SUITS[kind](JSON.stringify(each)));
    for (const [which, criteria] of suiting.entries()) {
      await check(kind, criteria);
      for (const [index, column] of ACCOUNT_KINDS[kind].sorts.entries())
        if ((which + index) % sized(6, 1) === 0) await check(kind, criteria, by(column, index % 2 === 0));
    }
  }
  expect(explained.size).toBeGreaterThan(sized(20, 100));
});
