import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PayrollType } from '@partnerdesk/contracts';

const FOLDER = join(__dirname, '../../../scripts/sample');

export interface SampleRow {
  affID?: number;
  staffID?: number;
  startPeriod: string;
  endPeriod: string;
  payoutAmount: number;
}

/** What the product must answer after importing the sample; money in dollars. */
export interface SampleExpected {
  payroll: { step: string; payrollType: PayrollType; endDate: string; rows: SampleRow[] }[];
  saleSummary: {
    affiliateID: number;
    startDate: string;
    endDate: string;
    totalSales: number;
    totalPayout: number;
    details: number;
  }[];
  siteStatistics: { startDate: string; endDate: string; values: Record<string, number> }[];
  staffStatistics: {
    staffID: number;
    startDate: string;
    endDate: string;
    values: Record<string, number>;
  }[];
}

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** The real-sized sample: people, events in order of time, and the answers. */
export function readSample(): { people: unknown; events: unknown[]; expected: SampleExpected } {
  return {
    people: JSON.parse(read('people.json')),
    events: read('events.ndjson')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    expected: JSON.parse(read('expected.json')),
  };
}

/** The same order for the same seed (Fisher–Yates over a linear congruential generator). */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items];
  let state = seed;
  for (let index = copy.length - 1; index > 0; index -= 1) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    const other = Math.floor((state / 4_294_967_296) * (index + 1));
    [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
  }
  return copy;
}
