import { ACCOUNT_KINDS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { day, id } from '../../middleware/validate';

const page = Joi.number().integer().min(1).max(1000).default(1);

/** One account. */
export const accountQuery = Joi.object({
  kind: Joi.valid(...ACCOUNT_KINDS).required(),
  id: id().required(),
  page,
});

export const revealBody = Joi.object({
  kind: Joi.valid('affiliate', 'staff').required(),
  id: id().strict().required(),
  field: Joi.when('kind', {
    is: 'affiliate',
    then: Joi.valid('achAccountNumber', 'taxID'),
    otherwise: Joi.valid('achAccountNumber'),
  }).required(),
});

const word = Joi.string().trim().max(100).empty('');

/** The audit log, by what is given of these; days are business days, first and last included. */
export const auditQuery = Joi.object({
  subjectType: word,
  subjectID: word,
  actor: word,
  action: word,
  startDate: day().empty(''),
  endDate: day().empty(''),
  page,
}).and('subjectType', 'subjectID');

export const findQuery = Joi.object({ q: Joi.string().trim().allow('').required() });
