import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, businessDayOf } from '@partnerdesk/contracts';
import { configureDomain, connectDatabase, disconnectDatabase, EntryModel } from '@partnerdesk/domain';
import { TIME_ZONE } from './time-zone';

/** Works on the running system's own database. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const { mongoUrl } = JSON.parse(readFileSync(join(process.env.E2E_DATA ?? '', 'running.json'), 'utf8'));
  // Nothing encrypted is read here.
  configureDomain({ fieldKeys: [], proofKeys: [], timeZone: TIME_ZONE });
  await connectDatabase(mongoUrl);
  try {
    return await work();
  } finally {
    await disconnectDatabase();
  }
}

/** Payouts in cents. */
export interface PayoutFigures {
  yesterday: number;
  today: number;
  month: number;
}

/**
 * What an affiliate earned, added up from the single entries of the ledger: the product itself reads day totals.
 */
export async function payoutsOf(affID: number, now: Date): Promise<PayoutFigures> {
  return withDatabase(async () => {
    const entries = await EntryModel.find({ payee: `affiliate:${affID}` }).lean();
    const today = businessDayOf(now, TIME_ZONE);
    const sumOf = (isIn: (day: string) => boolean) =>
      entries.filter(({ day }) => isIn(day)).reduce((sum, { payoutCents }) => sum + payoutCents, 0);
    return {
      yesterday: sumOf((day) => day === addDays(today, -1)),
      today: sumOf((day) => day === today),
      month: sumOf((day) => day.startsWith(today.slice(0, 7)) && day <= today),
    };
  });
}
