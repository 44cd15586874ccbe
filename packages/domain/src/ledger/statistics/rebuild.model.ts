import type { BusinessDay } from '@partnerdesk/contracts';
import { type Model, model, Schema } from 'mongoose';

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

const schema = new Schema<StatisticsRebuild>(
  {
    _id: { type: String, required: true },
    nextDay: String,
    startedAt: { type: Date, required: true },
    finishedAt: Date,
    journalHead: { type: Number, required: true },
  },
  {
    versionKey: false,
    strict: 'throw',
    autoIndex: false,
    autoCreate: false,
    collection: 'statisticsRebuilds',
  },
);

export const StatisticsRebuildModel = model<StatisticsRebuild, Model<StatisticsRebuild>>(
  'StatisticsRebuild',
  schema as never,
);
