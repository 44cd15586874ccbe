import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { emailsOf } from '../accounts';
import { catchUpLedger, type DayTotal, DayTotalModel, dayKeyOf, payeeKeyOf } from '../ledger';
import { getOrMake, mailOf, mondayOf, storeMail, today, upsert } from '../platform';
import { NoticeCursorModel } from './notice-cursor';

const WEEK_DAYS = 7;
const STEP = 300;

/**
 * Stores the mails about the week before the one of `day`, for each affiliate who had something in it, a step at a time.
 * After a downtime only the latest week gets one. Safe to repeat and to race with itself. @returns ids of the mails, to be sent
 */
export async function storeWeeklySummaries(day: BusinessDay = today()): Promise<string[]> {
  const week = mondayOf(day);
  const cursor = await NoticeCursorModel.findById('weekly').lean();
  if (cursor?.period !== week) {
    if ((cursor?.period ?? '') > week) return [];
    await beginWeek(week, cursor?.period);
    return storeWeeklySummaries(day);
  }
  if (cursor.done) return [];
  await catchUpLedger();
  const start = addDays(week, -WEEK_DAYS);
  const range = { $gte: start, $lt: week };
  const active = (await DayTotalModel.distinct('personID', { kind: 'affiliate', day: range })) as number[];
  const next = active.filter((affID) => affID > (cursor.through ?? 0)).sort((a, b) => a - b);
  const affIDs = next.slice(0, STEP);
  const [emails, sums] = await Promise.all([
    emailsOf('affiliate', affIDs, 'weekly-summary'),
    sumsOf(affIDs, start),
  ]);
  const mailIDs: string[] = [];
  for (const [affID, to] of emails) {
    const sum = sums.get(affID);
    if (!sum || !Object.values(sum).some(Boolean)) continue;
    const given = { ...sum, start, end: addDays(week, -1) };
    const mail = mailOf('weekly-summary', { to, whose: { kind: 'affiliate', id: affID } }, given);
    mailIDs.push(await storeMail(mail, `weekly-summary.${affID}.${week}`));
  }
  const progress = next.length <= STEP ? { $set: { done: true } } : { $max: { through: affIDs.at(-1) ?? 0 } };
  await NoticeCursorModel.updateOne({ _id: 'weekly', period: week }, progress);
  return mailIDs;
}

/** Of two workers one begins a week. */
async function beginWeek(week: BusinessDay, before: string | undefined): Promise<void> {
  const begun = { $set: { period: week, through: 0, done: false } };
  if (before !== undefined) await NoticeCursorModel.updateOne({ _id: 'weekly', period: before }, begun);
  else await upsert(NoticeCursorModel, { _id: 'weekly' }, { $setOnInsert: begun.$set });
}

/** Of one affiliate's week; cents. */
const NOTHING = { salesCount: 0, salesCents: 0, refundsCount: 0, payoutCents: 0 };
type WeekSums = typeof NOTHING;

async function sumsOf(affIDs: readonly number[], start: BusinessDay): Promise<Map<number, WeekSums>> {
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(start, index));
  const keys = affIDs.flatMap((affID) => days.map((day) => dayKeyOf(payeeKeyOf('affiliate', affID), day)));
  const sums = new Map<number, WeekSums>();
  for (const total of await DayTotalModel.find({ _id: { $in: keys } }).lean<DayTotal[]>()) {
    const sum = getOrMake(sums, total.personID, () => ({ ...NOTHING }));
    for (const name of Object.keys(NOTHING) as (keyof WeekSums)[]) sum[name] += Number(total[name] ?? 0);
  }
  return sums;
}
