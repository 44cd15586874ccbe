import { type DayRange, daysBetween, MAX_STATISTICS_DAYS, MESSAGE, STATS_TYPE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { dayRange } from '../../middleware/validate';

export const statisticsQuery = Joi.object({
  ...dayRange(MESSAGE.selectStatisticsDates),
  statsType: Joi.number()
    .valid(...Object.values(STATS_TYPE))
    .default(STATS_TYPE.site),
  /** 0: all staff together. */
  staffID: Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).empty('').default(0),
}).custom((query: DayRange, helpers) =>
  daysBetween(query.startDate, query.endDate) < MAX_STATISTICS_DAYS
    ? query
    : helpers.message({ custom: `At most ${MAX_STATISTICS_DAYS} days at once` }),
);
