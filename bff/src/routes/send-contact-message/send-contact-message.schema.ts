import { MAX_LENGTH, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';

const { EmailAddress, Subject, Message } = MAX_LENGTH.contact;
const filled = { 'any.required': MESSAGE.enterAllValues, 'string.empty': MESSAGE.enterAllValues };
const required = (max: number) => Joi.string().trim().max(max).required().messages(filled);

/** Google's tokens are the longest. */
const MAX_TOKEN = 4096;

/** POST /send-contact-message (docs/PRODUCT.md §5). */
export const contactBody = Joi.object({
  AffiliateID: Joi.number().integer().min(0).default(0),
  EmailAddress: required(EmailAddress)
    .email({ tlds: false })
    .messages({ ...filled, 'string.email': MESSAGE.invalidEmail }),
  Subject: required(Subject),
  Message: required(Message),
  CaptchaToken: Joi.string().max(MAX_TOKEN).allow('').default(''),
});
