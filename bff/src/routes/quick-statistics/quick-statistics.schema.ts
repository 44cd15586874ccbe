import Joi from 'joi';
import { id } from '../../middleware/validate';

export const quickStatisticsQuery = Joi.object({ affID: id().required() });
