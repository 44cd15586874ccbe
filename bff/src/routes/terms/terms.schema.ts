import { MAX_CAP_DAYS, MAX_GROUP_NAME, TERMS_TEXT } from '@partnerdesk/contracts';
import Joi from 'joi';
import { day, id } from '../../middleware/validate';

/** A percentage; more than two decimals are refused, not rounded. */
const rate = () =>
  Joi.number()
    .strict()
    .min(0)
    .max(100)
    .custom((value: number, helpers) =>
      Math.abs(value * 100 - Math.round(value * 100)) > 1e-6
        ? helpers.message({ custom: TERMS_TEXT.rate })
        : value,
    )
    .messages({ '*': TERMS_TEXT.rate });

const rates = Joi.object({
  commission: rate().required(),
  initial: rate().allow(null).required(),
  rebill: rate().allow(null).required(),
  capDays: Joi.number()
    .strict()
    .integer()
    .min(0)
    .max(MAX_CAP_DAYS)
    .allow(null)
    .required()
    .messages({ '*': TERMS_TEXT.days }),
  capCommission: rate().required(),
});

const name = Joi.string()
  .trim()
  .max(MAX_GROUP_NAME)
  .required()
  .messages({ 'any.required': TERMS_TEXT.name, 'string.empty': TERMS_TEXT.name });
const version = Joi.number().integer().min(0).required();
const from = day(TERMS_TEXT.past).required();

/** POST /commission-groups. */
export const newGroupBody = Joi.object({ name, rates: rates.required() });
/** The path of a group's calls. */
export const groupPath = Joi.object({ groupID: id().required() });
export const renameBody = Joi.object({ version, name });
export const groupTermsBody = Joi.object({ version, from, rates: rates.required() });
export const groupChangePath = Joi.object({ groupID: id().required(), number: id().required() });
/** The version that was looked at. */
export const versionQuery = Joi.object({ version });

/** GET /account-terms. */
export const accountTermsQuery = Joi.object({ affID: id().required() });
/** POST /account-terms. */
export const accountTermsBody = Joi.object({
  affID: id().strict().required(),
  version,
  from,
  groupID: Joi.number().strict().integer().min(0).required(),
  own: rates.allow(null).required(),
});
/** DELETE /account-terms. */
export const withdrawQuery = Joi.object({ affID: id().required(), number: id().required(), version });
