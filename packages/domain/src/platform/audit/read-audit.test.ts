import { useTestDatabase } from '@partnerdesk/testing';
import { type Actor, SYSTEM_ACTOR, writeAudit } from './audit';
import { readAudit, streamAudit } from './read-audit';

useTestDatabase();

const affiliate = (id: number): Actor => ({ kind: 'affiliate', id, emailAddress: `a${id}@example.com` });
/** A line of an hour and second of a day. */
const write = (
  actor: Actor,
  action: 'campaign.saved' | 'campaign.removed' | 'postback.saved',
  hour: number,
  second: number,
) =>
  writeAudit(
    { actor, action, subject: { type: 'affiliate', id: actor.id }, after: { second } },
    new Date(Date.UTC(2026, 2, 2, hour, 0, second)),
  );
const wordsOf = async (page = 1, filter = {}) => {
  const { lines, more } = await readAudit(filter, page);
  return [
    ...lines.map(({ actor, action, grouped = 0 }) => `${actor?.kind} ${actor?.id} ${action} +${grouped}`),
    ...(more ? ['…'] : []),
  ];
};

test('a flood of one affiliate’s lines is a line an hour and action, and hides nothing else; filter and export have each', async () => {
  for (let second = 0; second < 120; second += 2) {
    await write(affiliate(1), 'campaign.saved', 10, second);
    await write(affiliate(1), 'campaign.removed', 10, second + 1);
  }
  await write(affiliate(2), 'campaign.saved', 10, 30);
  await write(SYSTEM_ACTOR, 'postback.saved', 10, 31);
  await write(SYSTEM_ACTOR, 'postback.saved', 10, 32);
  await write(affiliate(1), 'campaign.saved', 9, 5);
  expect(await wordsOf()).toEqual([
    'affiliate 1 campaign.removed +59',
    'affiliate 1 campaign.saved +59',
    'system 0 postback.saved +0',
    'system 0 postback.saved +0',
    'affiliate 2 campaign.saved +0',
    'affiliate 1 campaign.saved +0',
  ]);
  const each = await wordsOf(1, { action: 'campaign.removed' });
  expect([each.length, new Set(each).size]).toEqual([51, 2]);
  expect(await wordsOf(2, { action: 'campaign.removed' })).toHaveLength(10);
  let exported = 0;
  for await (const lines of streamAudit({})) exported += lines.length;
  expect(exported).toBe(124);
});

test('who does the same from another address has a line of their own', async () => {
  const subject = { type: 'affiliate' as const, id: 1 };
  for (const address of ['192.0.2.1', '198.51.100.9', '192.0.2.1'])
    await writeAudit(
      { actor: affiliate(1), action: 'postback.saved', subject, address },
      new Date(Date.UTC(2026, 2, 2, 10)),
    );
  const { lines } = await readAudit({}, 1);
  expect(lines.map(({ address, grouped = 0 }) => [address, grouped]).sort()).toEqual([
    ['192.0.2.1', 1],
    ['198.51.100.9', 0],
  ]);
});

test('pages go on where the last one ended, and the groups of a page are whole', async () => {
  for (let second = 0; second < 55; second += 1)
    await write(affiliate(100 + second), 'postback.saved', 10, second);
  for (let second = 0; second < 55; second += 1)
    await write(affiliate(100 + second), 'postback.saved', 9, second);
  for (let second = 0; second < 55; second += 1) await write(affiliate(154), 'postback.saved', 10, second);
  const pages = [await wordsOf(1), await wordsOf(2), await wordsOf(3)];
  expect(pages.map((page) => page.length)).toEqual([51, 51, 10]);
  expect(pages[0]?.[0]).toBe('affiliate 154 postback.saved +55');
  const all = pages.flat().filter((line) => line !== '…');
  expect(new Set(all.slice(0, 55)).size).toBe(55);
  expect(new Set(all.slice(55)).size).toBe(55);
  expect(await wordsOf(4)).toEqual([]);
});
