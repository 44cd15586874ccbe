import { TAX_FORM_STATES } from '@partnerdesk/contracts';
import { today } from '@partnerdesk/domain';
import Joi from 'joi';
import { id } from '../../middleware/validate';

const FIRST_YEAR = 2000;

/** A year that has begun. */
export const year = () =>
  Joi.number()
    .integer()
    .min(FIRST_YEAR)
    .custom((value: number, helpers) =>
      value > Number(today().slice(0, 4)) ? helpers.message({ custom: 'This year has not begun' }) : value,
    );

const payee = { kind: Joi.valid('affiliate', 'staff').required(), personID: id().required() };

/** GET /tax-forms. */
export const yearQuery = Joi.object({
  year: year(),
  state: Joi.valid(...TAX_FORM_STATES),
  page: id().default(1),
});

const digest = () => Joi.string().hex().length(64).required();

/** GET /tax-forms/copies. */
export const copiesQuery = Joi.object({
  year: year().required(),
  part: id().required(),
  digest: digest(),
});

/** GET /tax-forms/copy. */
export const copyQuery = Joi.object({ year: year().required(), ...payee });

/** POST /tax-forms/file. */
export const fileBody = Joi.object({
  year: year().required(),
  part: id().strict().required(),
  digest: digest(),
  template: Joi.string().max(10_000),
});

/** POST /tax-forms/requests. */
export const requestBody = Joi.object({
  requestID: Joi.string().guid().required(),
  year: year().required(),
  payee: Joi.object(payee),
});

/** GET /affiliate-tax-form. */
export const ownCopyQuery = Joi.object({ affiliateID: id().required(), year: year().required() });
