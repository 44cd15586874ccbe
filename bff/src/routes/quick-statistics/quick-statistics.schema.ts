import Joi from 'joi';
import { id } from '../../middleware/validate';

export interface QuickStatisticsQuery {
  affID: number;
}

export const quickStatisticsQuery = Joi.object<QuickStatisticsQuery, true>({ affID: id().required() });
