import { planDay, planOwnDay } from './day-plan.mjs';

const DAY = '2026-11-22';
const start = Date.parse('2026-11-22T05:00:00Z');
const bounds = { start, end: start + 86_400_000 };

test('a day is planned in the same way each time, in the order of time, within the day', () => {
  const plan = planDay(DAY, bounds);
  expect(planDay(DAY, bounds)).toEqual(plan);
  for (const list of [plan.events, plan.clicks]) {
    const times = list.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.every((at) => at >= bounds.start && at < bounds.end)).toBe(true);
  }
  expect(planDay('2026-11-23', bounds).events.length).not.toBe(plan.events.length);
});

test('ids are of the day alone, and each event is of somebody who exists', () => {
  const [today, tomorrow] = [planDay(DAY, bounds), planDay('2026-11-23', bounds)];
  const idsOf = (/** @type {typeof today} */ plan) => [
    ...plan.events.map(({ eventID }) => eventID),
    ...plan.members.map(({ memberID }) => memberID),
  ];
  const ids = [...idsOf(today), ...idsOf(tomorrow)];
  expect(new Set(ids).size).toBe(ids.length);
  const joined = new Set(today.members.map(({ memberID }) => memberID));
  const unknown = today.events.filter(
    ({ memberID }) => typeof memberID === 'number' && memberID > 1500 && !joined.has(memberID),
  );
  expect(unknown).toEqual([]);
});

test('the demo affiliate sells on every day, right after midnight and from several sources', () => {
  const { events, clicks } = planOwnDay(DAY, bounds);
  expect(events[0]).toMatchObject({ type: 'member.joined', trackID: 'T00001' });
  expect(events.find(({ type }) => type === 'sale')?.at).toBe('2026-11-22T05:05:00.000Z');
  expect(new Set(clicks.map(({ tid }) => tid)).size).toBeGreaterThan(3);
});
