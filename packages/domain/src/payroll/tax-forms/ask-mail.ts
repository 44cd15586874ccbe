import type { PaidKind, TaxFormProblem } from '@partnerdesk/contracts';
import type { NewMail } from '../../platform';
import { domainConfig } from '../../platform';
import type { NecProblem } from './nec-forms';

const WHAT: Partial<Record<TaxFormProblem, string>> = {
  'no tax id': 'we don’t have your tax id (SSN, ITIN or EIN).',
  'invalid tax id': 'the tax id in your account is not one that the IRS gives out.',
  'incomplete address':
    'your name or address in the United States is incomplete: it takes first and last name, or the company’s name, street, city, state (two letters) and ZIP code.',
};

/** What somebody reads whose form can't be made. No digit of a tax id is in it. */
export function askMail(year: number, { kind, personID, emailAddress, reason }: NecProblem): NewMail {
  return {
    kind: 'tax-id',
    to: emailAddress,
    owner: { kind, id: personID },
    subject: `Please complete your tax information for ${year}`,
    text: `We paid you by direct deposit in ${year} and have to report it to the IRS on Form 1099-NEC. For that something is missing: ${WHAT[reason]}

${howToAnswer(kind, reason)}
Please never put the number itself into a mail or into the contact form.
`,
  };
}

/** Affiliates enter what is missing; a number that is saved already, and all that staff have, is changed by support. */
function howToAnswer(kind: PaidKind, reason: TaxFormProblem): string {
  const { publicUrl = '' } = domainConfig();
  return kind === 'affiliate' && reason !== 'invalid tax id'
    ? `Enter it in your account, with the United States as the country:\n${publicUrl}/account\n`
    : `Write to us, and we will arrange with you how to hand it over safely:\n${publicUrl}/contact\n`;
}
