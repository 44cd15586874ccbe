import { ADMINISTRATOR_CHANGES, MAX_LENGTH, MESSAGE, PERMISSIONS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { signInEmail } from '../../middleware/validate';

const permissions = Joi.array()
  .items(Joi.string().valid(...PERMISSIONS))
  .unique()
  .max(PERMISSIONS.length)
  .required();

export const inviteBody = Joi.object({
  emailAddress: signInEmail(MESSAGE.enterEmail),
  firstName: Joi.string().trim().max(MAX_LENGTH.register.FirstName).allow('').required(),
  permissions,
});

/** The path of a change. */
export const changePath = Joi.object({
  adminID: Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER).required(),
  change: Joi.string()
    .valid(...ADMINISTRATOR_CHANGES)
    .required(),
});

const requestID = Joi.string().guid();

/** Only the changes of permissions have a field. */
export const changeBody = Joi.object({ permissions: permissions.optional(), requestID });
export const decisionBody = Joi.object({ requestID: requestID.required() });
export const permissionsBody = Joi.object({ permissions });
