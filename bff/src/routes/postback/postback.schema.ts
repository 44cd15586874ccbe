import { POSTBACK_EVENTS } from '@partnerdesk/contracts';
import { addressProblem } from '@partnerdesk/domain';
import Joi from 'joi';

const TOO_LONG_TO_READ = 10_000;

/** An address that can be called; empty while the postback is off. */
export const postbackBody = Joi.object({
  address: Joi.string()
    .trim()
    .max(TOO_LONG_TO_READ)
    .custom((text: string, helpers) => {
      const problem = addressProblem(text);
      // By a variable: braces in a text of Joi's are filled in.
      return problem ? helpers.error('address.problem', { problem }) : text;
    })
    .when('active', { is: true, then: Joi.required(), otherwise: Joi.allow('') })
    .required()
    .messages({ 'string.empty': 'Please enter an address', 'address.problem': '{{#problem}}' }),
  events: Joi.array()
    .items(Joi.valid(...POSTBACK_EVENTS))
    .unique()
    .required()
    .when('active', { is: true, then: Joi.array().min(1) })
    .messages({ 'array.min': 'Please choose at least one event' }),
  active: Joi.boolean().required(),
});
