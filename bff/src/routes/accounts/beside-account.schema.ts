import { ACCOUNT_KINDS, type AccountKind, type RevealNumberRequest } from '@partnerdesk/contracts';
import Joi from 'joi';
import { day, id } from '../../middleware/validate';

export interface AccountQuery {
  kind: AccountKind;
  id: number;
  page: number;
}

const page = Joi.number().integer().min(1).max(1000).default(1);

/** One account. */
export const accountQuery = Joi.object<AccountQuery>({
  kind: Joi.valid(...ACCOUNT_KINDS).required(),
  id: id().required(),
  page,
});

export const revealBody = Joi.object<RevealNumberRequest>({
  kind: Joi.valid('affiliate', 'staff').required(),
  id: id().strict().required(),
  field: Joi.when('kind', {
    is: 'affiliate',
    then: Joi.valid('achAccountNumber', 'taxID'),
    otherwise: Joi.valid('achAccountNumber'),
  }).required(),
});

export interface AuditQuery {
  subjectType?: string;
  subjectID?: string;
  actor?: string;
  action?: string;
  startDate?: string;
  endDate?: string;
  page: number;
}

const word = Joi.string().trim().max(100).empty('');

/** The audit log, by what is given of these; days are business days, first and last included. */
export const auditQuery = Joi.object<AuditQuery>({
  subjectType: word,
  subjectID: word,
  actor: word,
  action: word,
  startDate: day().empty(''),
  endDate: day().empty(''),
  page,
}).and('subjectType', 'subjectID');

export const findQuery = Joi.object<{ q: string }>({ q: Joi.string().trim().allow('').required() });
