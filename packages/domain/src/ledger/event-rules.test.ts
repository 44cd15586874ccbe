import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceEvent } from '@partnerdesk/contracts';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { shapes } from './event-schema';

const sample = readFileSync(join(__dirname, '../../../../scripts/sample/events.ndjson'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('{'))
  .map((line) => JSON.parse(line) as ServiceEvent & Record<string, unknown>);
const types = Object.keys(shapes) as ServiceEvent['type'][];
const names = [...new Set(sample.flatMap((event) => Object.keys(event)))];

test('good events of every type need the quick rules alone', () => {
  const passed = new Set<string>();
  for (const event of sample) if (shapes[event.type].quick(event)) passed.add(event.type);
  expect([...passed].sort()).toEqual([...types].sort());
});

test('whatever the quick rules let through the schema accepts with the same result', () => {
  const values = fc.oneof(
    fc.constantFrom(
      '',
      'staff',
      'member',
      'missed',
      'completed',
      'text',
      '\ud800',
      '😀',
      'x'.repeat(101),
      '__proto__',
    ),
    fc.constantFrom(0, -0, 1, -1, 0.5, 2 ** 53, 1e9, 1e9 + 1, 100_001, Number.NaN, true, null, undefined),
    fc.constantFrom(
      '2026-02-30T00:00:00Z',
      '1999-12-31T23:59:59Z',
      '2099-01-01T00:00Z',
      '2026-02-20T05:02Z',
      '2026-02-20',
    ),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.constant([]),
    fc.constant({}),
  );
  const change = fc.record({
    name: fc.oneof(fc.constantFrom(...names), fc.constantFrom('__proto__', 'constructor', 'else')),
    value: values,
    remove: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.constantFrom(...sample), fc.array(change, { maxLength: 2 }), (event, changes) => {
      const changed: Record<string, unknown> = { ...event };
      for (const { name, value, remove } of changes) {
        if (remove) delete changed[name];
        else
          Object.defineProperty(changed, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          });
      }
      for (const type of types) {
        const quick = shapes[type].quick(changed);
        if (quick) expect(shapes[type].judge(changed)).toEqual({ value: quick });
      }
    }),
    propertyRuns(3000),
  );
});
