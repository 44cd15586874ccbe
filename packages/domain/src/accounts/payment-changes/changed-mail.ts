import type { NewMail } from '../../platform';
import { domainConfig } from '../../platform';
import { detailsText } from './masked-details';
import type { PaymentChange } from './payment-change.model';

/**
 * What somebody reads whose payment details were changed, at the present address and at those of before.
 * @param denialUrl where "this wasn't me" leads; missing: only our support can help
 */
export function changedMail(
  to: string,
  { kind, personID, at, origin, before, after, changed = [] }: PaymentChange,
  denialUrl?: string,
): NewMail {
  const { publicUrl = '', timeZone } = domainConfig();
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    at,
  );
  const who = origin === 'affiliate' ? 'in your account' : 'by our support';
  return {
    kind: 'payment-changed',
    to,
    owner: { kind, id: personID },
    subject: 'Your payment details were changed',
    text: `Your payment details were changed ${who} on ${when} (${timeZone})${changed.length > 0 ? `: ${changed.join(', ')}` : ''}.

Before: ${before ? detailsText(before) : 'nothing'}
Now: ${detailsText(after)}

If you did not ask for this, write to us at once, so that your next payment does not go there:
${publicUrl}/contact
${denialUrl ? `\nThis wasn't me: secure the account, within a week:\n${denialUrl}\n` : ''}`,
  };
}
