import { MAX_BROWSER_ERRORS, REMOTE_NAMES, WEB_VITALS } from '@partnerdesk/contracts';
import Joi from 'joi';

/** Ten minutes: what a page in the background measured says nothing. */
const MAX_VITAL_MS = 600_000;

const part = Joi.valid('shell', ...REMOTE_NAMES);
const version = Joi.string().pattern(/^[\w.-]{1,40}$/);
const vital = Joi.number().min(0).max(MAX_VITAL_MS);

/** POST /browser-reports. */
export const browserReportBody = Joi.object({
  vitals: Joi.object(Object.fromEntries(WEB_VITALS.map((name) => [name, vital]))).default({}),
  errors: Joi.array()
    .items(
      Joi.object({
        part: part.required(),
        version,
        name: Joi.string()
          .pattern(/^\w{1,60}$/)
          .required(),
        place: Joi.string()
          .pattern(/^[\w.-]{1,100}:\d+:\d+$/)
          .allow('')
          .required(),
      }),
    )
    .max(MAX_BROWSER_ERRORS)
    .default([]),
  loaded: Joi.object().pattern(part, version.required()).default({}),
});
