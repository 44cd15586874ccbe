import { isRoutingNumber } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { type NachaFile, traceNumberOf, writeNacha } from './nacha';

const SETTINGS: AchSettings = {
  destinationRouting: '110000000',
  destinationName: 'Bank of Test',
  originID: '1234567890',
  originName: 'Partnerdesk',
  companyName: 'Partnerdesk Inc.',
  companyID: '1234567890',
  odfi: '11000000',
};

const FILE: NachaFile = {
  credits: [
    {
      routing: '021000021',
      account: '12345',
      accountType: 1,
      cents: 12345,
      payrollID: 7,
      name: 'José Ñandú',
    },
    {
      routing: '110000000',
      account: '9876-54',
      accountType: 2,
      cents: 1,
      payrollID: 8,
      name: 'A very long name of somebody',
    },
  ],
  createdDay: '2026-11-20',
  createdTime: '0905',
  modifier: 'A',
};

interface ReadEntry {
  code: string;
  routing: string;
  account: string;
  cents: number;
  id: string;
  name: string;
  trace: string;
}

/** An independent reader by the format's rules: positions counted from 1, every control total checked. */
function readNacha(text: string) {
  const lines = text.split('\r\n');
  expect(lines.pop()).toBe('');
  expect(lines.length % 10).toBe(0);
  for (const line of lines) expect(line).toMatch(/^[ -~]{94}$/);
  const at = (line: string, from: number, to: number) => line.slice(from - 1, to);
  const [header = '', batch = '', ...rest] = lines;
  expect(at(header, 1, 3)).toBe('101');
  expect(at(header, 35, 40)).toBe('094101');
  expect(at(batch, 1, 1)).toBe('5');
  expect(at(batch, 51, 53)).toBe('PPD');
  const end = rest.findIndex((line) => line.startsWith('8'));
  const entries = rest.slice(0, end).map((line): ReadEntry => {
    expect(at(line, 1, 1)).toBe('6');
    expect(at(line, 79, 79)).toBe('0');
    expect(at(line, 80, 87)).toBe(at(batch, 80, 87));
    expect(isRoutingNumber(at(line, 4, 12))).toBe(true);
    return {
      code: at(line, 2, 3),
      routing: at(line, 4, 12),
      account: at(line, 13, 29).trimEnd(),
      cents: Number(at(line, 30, 39)),
      id: at(line, 40, 54).trimEnd(),
      name: at(line, 55, 76).trimEnd(),
      trace: at(line, 80, 94),
    };
  });
  // Within a batch trace numbers rise.
  const traces = entries.map(({ trace }) => trace);
  expect(traces).toEqual([...new Set(traces)].sort());
  const isDebit = ({ code }: ReadEntry) => code === '27' || code === '37';
  const sum = (list: ReadEntry[]) => list.reduce((total, { cents }) => total + cents, 0);
  const hash = String(entries.reduce((total, { routing }) => total + Number(routing.slice(0, 8)), 0) % 1e10);
  const debits = sum(entries.filter(isDebit));
  const credits = sum(entries.filter((entry) => !isDebit(entry)));
  const [control = '', fileControl = '', ...filler] = rest.slice(end);
  const totals =
    hash.padStart(10, '0') + String(debits).padStart(12, '0') + String(credits).padStart(12, '0');
  expect(at(control, 2, 4)).toBe(at(batch, 2, 4));
  expect(at(control, 5, 10)).toBe(String(entries.length).padStart(6, '0'));
  expect(at(control, 11, 44)).toBe(totals);
  expect(at(control, 45, 54)).toBe(at(batch, 41, 50));
  expect(at(control, 80, 94)).toBe(at(batch, 80, 94));
  expect(at(fileControl, 1, 7)).toBe('9000001');
  expect(Number(at(fileControl, 8, 13))).toBe(lines.length / 10);
  expect(at(fileControl, 14, 21)).toBe(String(entries.length).padStart(8, '0'));
  expect(at(fileControl, 22, 55)).toBe(totals);
  for (const line of filler) expect(line).toBe('9'.repeat(94));
  return {
    serviceClass: at(batch, 2, 4),
    destination: at(header, 4, 13),
    origin: at(header, 14, 23),
    created: at(header, 24, 33),
    modifier: at(header, 34, 34),
    effective: at(batch, 70, 75),
    entries,
    debits,
    credits,
  };
}

test('an unbalanced file: credits only, as the format has it', () => {
  const file = readNacha(writeNacha(SETTINGS, FILE));
  expect(file).toMatchObject({
    serviceClass: '220',
    destination: ' 110000000',
    origin: '1234567890',
    created: '2611200905',
    modifier: 'A',
    effective: '261123',
    debits: 0,
    credits: 12346,
  });
  expect(file.entries).toMatchObject([
    { code: '22', routing: '021000021', account: '12345', cents: 12345, id: '7', name: 'JOSE NANDU' },
    {
      code: '32',
      routing: '110000000',
      account: '9876-54',
      cents: 1,
      id: '8',
      name: 'A VERY LONG NAME OF SO',
    },
  ]);
});

test('a balanced file debits what it pays', () => {
  const offset = { routing: '021000021', account: '555' };
  const file = readNacha(writeNacha({ ...SETTINGS, offset }, FILE));
  expect(file).toMatchObject({ serviceClass: '200', debits: 12346, credits: 12346 });
  expect(file.entries[0]).toMatchObject({ code: '27', account: '555', cents: 12346 });
});

test('any payments: every total holds, blocks of ten whatever their number', () => {
  const credit = fc.record({
    routing: fc.constantFrom('021000021', '110000000', '011401533', '091000019'),
    account: fc.stringMatching(/^[0-9A-Z-]{1,17}$/),
    accountType: fc.constantFrom(0, 1, 2),
    cents: fc.integer({ min: 1, max: 9_999_999_999 }),
    name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  });
  fc.assert(
    fc.property(fc.array(credit, { minLength: 1, maxLength: 40 }), fc.boolean(), (drawn, balanced) => {
      const credits = drawn.map((each, index) => ({ ...each, payrollID: 9_999_990 + index }));
      const total = credits.reduce((sum, { cents }) => sum + cents, 0);
      fc.pre(!balanced || total <= 9_999_999_999);
      const offset = balanced ? { offset: { routing: '021000021', account: '5' } } : {};
      const file = readNacha(writeNacha({ ...SETTINGS, ...offset }, { ...FILE, credits }));
      expect(file.credits).toBe(total);
      const paid = new Map(file.entries.map((entry) => [entry.trace, `${entry.id}: ${entry.cents}`]));
      for (const { payrollID, cents } of credits) {
        expect(paid.get(traceNumberOf(SETTINGS.odfi, payrollID))).toBe(`${payrollID}: ${cents}`);
      }
    }),
    propertyRuns(60),
  );
});

test('an amount that does not fit is never cut', () => {
  const credits = [{ ...FILE.credits[0]!, cents: 10_000_000_000 }];
  expect(() => writeNacha(SETTINGS, { ...FILE, credits })).toThrow('does not fit');
});
