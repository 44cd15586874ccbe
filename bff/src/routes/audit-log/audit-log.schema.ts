import { ACCOUNT_KINDS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { day, id } from '../../middleware/validate';

const page = Joi.number().integer().min(1).max(1000).default(1);
const word = Joi.string().trim().max(100).empty('');

const filter = {
  subjectType: word,
  subjectID: word,
  actor: word,
  action: word,
  startDate: day().empty(''),
  endDate: day().empty(''),
};

/** The audit log, by what is given of these; days are business days, first and last included. */
export const auditQuery = Joi.object({ ...filter, page }).and('subjectType', 'subjectID');

/** All lines that auditQuery finds, as a file. */
export const auditExportQuery = Joi.object(filter).and('subjectType', 'subjectID');

/** The lines about one account. */
export const historyQuery = Joi.object({
  kind: Joi.valid(...ACCOUNT_KINDS).required(),
  id: id().required(),
  page,
});
