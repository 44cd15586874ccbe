import { domainConfig, mailOf, type NewMail } from '../../platform';
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
  const { timeZone } = domainConfig();
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    at,
  );
  const who = origin === 'affiliate' ? 'in your account' : 'by our support';
  const how = `${who} on ${when} (${timeZone})${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`;
  const details = { before: before ? detailsText(before) : 'nothing', after: detailsText(after) };
  return mailOf('payment-changed', { to, whose: { kind, id: personID } }, { how, ...details, denialUrl });
}
