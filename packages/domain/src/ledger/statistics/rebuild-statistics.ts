import { addDays, type BusinessDay, type DayRange, daysBetween } from '@partnerdesk/contracts';
import { plainModel } from '../../platform';
import { catchUpLedger } from '../journal';
import { JournalModel } from '../journal.model';
import { type FigureDifference, type RebuildDetails, rebuildDay } from './rebuild-day';

/** The progress of a recount of a range, so that the next call continues where a killed one stopped. */
export interface StatisticsRebuild {
  /** `yyyy-mm-dd:yyyy-mm-dd`, first and last day. */
  _id: string;
  /** First day that is not done; gone once all are. */
  nextDay?: BusinessDay;
  startedAt: Date;
  finishedAt?: Date;
  /** The journal's last record at the start: what the recount corrects comes after it. */
  journalHead: number;
}
export const StatisticsRebuildModel = plainModel<StatisticsRebuild>(
  'StatisticsRebuild',
  'statisticsRebuilds',
  String,
);

export interface RebuildOptions {
  /** Begins from the start even if an earlier call was interrupted. */
  restart?: boolean;
  /** Receives how many of all days are done. */
  onProgress?: (done: number, total: number) => void;
}

export interface RebuildReport {
  days: number;
  /** Days that a former call, which was cut off, had done. */
  resumedAfter: number;
  /** Everything that was wrong in the range and is corrected, including what an interrupted call found. */
  differences: FigureDifference[];
}

/**
 * Recounts the day totals of a range from the ledger and corrects what is off, day by day, while the system runs.
 * Its progress is kept in the database: a call with the same range continues where a killed one stopped.
 */
export async function rebuildStatistics(
  range: DayRange,
  { restart = false, onProgress = () => {} }: RebuildOptions = {},
): Promise<RebuildReport> {
  const { startDate, endDate } = range;
  const days = daysBetween(startDate, endDate) + 1;
  const { id, from, journalHead } = await takeUp(range, restart);
  onProgress(daysBetween(startDate, from), days);
  for (let day = from; day <= endDate; day = addDays(day, 1)) {
    await rebuildDay(day);
    await saveProgress(id, addDays(day, 1), endDate);
    onProgress(daysBetween(startDate, day) + 1, days);
  }
  return {
    days,
    resumedAfter: daysBetween(startDate, from),
    differences: await correctedSince(journalHead, range),
  };
}

/** Where to go on: at the day where a former call was cut off, else at the start. */
async function takeUp({ startDate, endDate }: DayRange, restart: boolean) {
  const id = `${startDate}:${endDate}`;
  const former = restart ? null : await StatisticsRebuildModel.findById(id).lean();
  if (former?.nextDay) return { id, from: former.nextDay, journalHead: former.journalHead };
  const journalHead = await catchUpLedger();
  await StatisticsRebuildModel.updateOne(
    { _id: id },
    { $set: { nextDay: startDate, startedAt: new Date(), journalHead }, $unset: { finishedAt: '' } },
    { upsert: true },
  );
  return { id, from: startDate, journalHead };
}

async function saveProgress(id: string, nextDay: string, endDate: string): Promise<void> {
  const change =
    nextDay <= endDate
      ? { $set: { nextDay } }
      : { $set: { finishedAt: new Date() }, $unset: { nextDay: '' } };
  await StatisticsRebuildModel.updateOne({ _id: id }, change);
}

/** What was corrected, as the journal has it: there it is together with the correction itself or not at all. */
async function correctedSince(journalHead: number, range: DayRange): Promise<FigureDifference[]> {
  const records = await JournalModel.find(
    { _id: { $gt: journalHead }, details: { $exists: true } },
    { details: 1 },
  )
    .sort({ _id: 1 })
    .lean();
  return records
    .flatMap(({ details }) => (details as Partial<RebuildDetails>).differences ?? [])
    .filter(({ day }) => day >= range.startDate && day <= range.endDate);
}
