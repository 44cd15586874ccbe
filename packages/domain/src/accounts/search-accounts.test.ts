import { PAGE_SIZE } from '@partnerdesk/contracts';
import { addAffiliates, addMembers, useTestDatabase } from '@partnerdesk/testing';
import {
  type AccountCriteria,
  type AccountOrder,
  findAnyone,
  searchAccounts,
  streamAccounts,
} from './search-accounts';

useTestDatabase();

async function namesFound(criteria: AccountCriteria, order?: AccountOrder) {
  const { rows, total } = await searchAccounts({
    kind: 'affiliate',
    criteria,
    page: 1,
    ...(order && { order }),
  });
  expect(total).toBe(rows.length);
  return rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
}

describe('by name', () => {
  beforeEach(() =>
    addAffiliates(
      ['Ann', 'Lee'],
      ['Anna', 'Andersson'],
      ['Léa', 'Öberg'],
      ['Mary Ann', 'Smith'],
      ['Sean', 'O’Brien'],
      ['Lee', 'Ann'],
      ['J.*', 'Re(x'],
      ['', 'Solo'],
      ['😀', '😁'],
    ),
  );

  test.each([
    // Last names first, then first names; who has both comes once.
    ['an', ['Anna Andersson', 'Lee Ann', 'Ann Lee']],
    ['ANN', ['Lee Ann', 'Ann Lee', 'Anna Andersson']],
    ['ann lee', ['Lee Ann', 'Ann Lee']],
    ['Lee, A', ['Ann Lee', 'Lee Ann']],
    ['lea', ['Léa Öberg']],
    ['OBERG', ['Léa Öberg']],
    ["o'b", ['Sean O’Brien']],
    ['O’BRIEN', ['Sean O’Brien']],
    ['mary ann s', ['Mary Ann Smith']],
    ['smith mary', ['Mary Ann Smith']],
    ['solo', ['Solo']],
    ['.', []],
    ['.*', []],
    ['j.*', ['J.* Re(x']],
    ['re(', ['J.* Re(x']],
    ['^ann', []],
    ['[', []],
    ['$', []],
    ['\\', []],
    ['\u0000', []],
    ['😀', ['😀 😁']],
    ['rien', []],
    ['nobody', []],
    ['LONG', []],
    ['an LONG', []],
  ])('%j finds %j', async (name, expected) => {
    // LONG stands for 10,000 characters.
    const written = name.replace('LONG', 'x '.repeat(5000));
    expect(await namesFound({ name: written })).toEqual(expected);
  });

  test('sorted by a column, either way, equal ones by id', async () => {
    const descending = { column: 'name', descending: true } as const;
    expect(await namesFound({ name: 'an' }, descending)).toEqual(['Ann Lee', 'Lee Ann', 'Anna Andersson']);
    const status = { column: 'status', descending: false } as const;
    expect(await namesFound({ name: 'an' }, status)).toEqual(['Ann Lee', 'Anna Andersson', 'Lee Ann']);
  });
});

test('an email is found by its start in any case, and no character of it is a pattern', async () => {
  await addAffiliates(['Ann', 'Lee', 'Ann.Lee+x@example.com'], ['Bo', 'Ek', 'annXlee@example.com']);
  expect(await namesFound({ email: ' ANN.lee' })).toEqual(['Ann Lee']);
  expect(await namesFound({ email: 'ann.lee+x@example.com' })).toEqual(['Ann Lee']);
  expect(await namesFound({ email: 'lee' })).toEqual([]);
  expect(await namesFound({ email: '.' })).toEqual([]);
  expect(await namesFound({ email: 'a'.repeat(10_000) })).toEqual([]);
});

test('a number finds that id only', async () => {
  await addAffiliates(['Ann', 'Lee'], ['Bo', 'Ek']);
  expect(await namesFound({ id: 2 })).toEqual(['Bo Ek']);
  expect(await namesFound({ id: 22 })).toEqual([]);
  expect(await namesFound({ id: Number.MAX_SAFE_INTEGER })).toEqual([]);
});

test('a member’s name is the username', async () => {
  await addMembers(['Zoë_1', 'zoe2', 'Bob']);
  const { rows, total } = await searchAccounts({ kind: 'member', criteria: { name: 'ZOE' }, page: 1 });
  expect([total, rows.map(({ username }) => username)]).toEqual([2, ['zoe2', 'Zoë_1']]);
});

test('pages go over last names into first names, without a gap or a double, and end', async () => {
  const people = Array.from({ length: PAGE_SIZE * 2 + 7 }, (_, index) => {
    const number = String(index).padStart(3, '0');
    return index % 2
      ? ([`Kim${number}`, `Zz${number}`] as const)
      : ([`Kim${number}`, `Kim${number}`] as const);
  });
  await addAffiliates(...people);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => searchAccounts({ kind: 'affiliate', criteria: { name: 'kim' }, page })),
  );
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [50, 107],
    [50, 107],
    [7, 107],
    [0, 107],
  ]);
  expect(new Set(pages.flatMap(({ rows }) => rows.map(({ affID }) => affID))).size).toBe(107);
  const { total, rows } = await streamAccounts({ kind: 'affiliate', criteria: { name: 'kim' } });
  const streamed: number[] = [];
  for await (const { affID } of rows) streamed.push(affID);
  expect(total).toBe(107);
  expect(streamed).toEqual(pages.flatMap(({ rows: page }) => page.map(({ affID }) => affID)));
});

test('one box finds people of every kind by id, name or email', async () => {
  await addAffiliates(['Ann', 'Lee', 'boss@example.com'], ['Bob', 'Ek', 'ek@example.com']);
  await addMembers(['bobby', 'bob@home', '2fast']);
  const found = async (text: string) =>
    (await findAnyone(text, 5)).map(({ kind, account }) => `${kind} ${account.emailAddress}`);
  expect(await found('bo')).toEqual([
    'affiliate ek@example.com',
    'affiliate boss@example.com',
    'member bob@home@example.com',
    'member bobby@example.com',
  ]);
  expect(await found('2')).toEqual([
    'affiliate ek@example.com',
    'member bob@home@example.com',
    'member 2fast@example.com',
  ]);
  expect(await found('member 2')).toEqual(['member bob@home@example.com']);
  expect(await found('Affiliates #1')).toEqual(['affiliate boss@example.com']);
  expect(await found('staff 1')).toEqual([]);
  expect(await found('boss@')).toEqual(['affiliate boss@example.com']);
  expect(await found('  ')).toEqual([]);
  expect(await found('9'.repeat(400))).toEqual([]);
});
