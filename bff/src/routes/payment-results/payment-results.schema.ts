import { PAY_FILE_FORMATS } from '@partnerdesk/contracts';
import Joi from 'joi';

const format = Joi.valid(...PAY_FILE_FORMATS).required();

/** POST /payment-results. */
export const previewQuery = Joi.object({ format });

/** POST /payment-results/marks. */
export const marksQuery = Joi.object({ format, digest: Joi.string().max(100).required() });
