import { formatDay, formatUsd } from '@partnerdesk/contracts';
import type { NewMail } from '../../platform';
import { domainConfig, switchOffText } from '../../platform';
import type { PaymentMark, PayrollRecord } from '../payroll.models';

/** What a payee reads whose payment came back. @param account where it went, masked */
export function returnedMail(
  to: string,
  { kind, personID, startPeriod, endPeriod, amountCents }: PayrollRecord,
  account: string,
  { reason = '' }: PaymentMark,
): NewMail {
  const { publicUrl = '' } = domainConfig();
  const amount = formatUsd(amountCents / 100);
  const look = kind === 'affiliate' ? `\nSee your payment details:\n${publicUrl}/account\n` : '';
  // Staff don't sign in here, and can't switch it off.
  const about = { kind: 'affiliate', id: personID, notice: 'payment-returned' } as const;
  return {
    kind: 'payment-returned',
    to,
    ...(kind === 'affiliate' ? { about } : { owner: { kind, id: personID } }),
    subject: 'Your payment was returned',
    text: `Your payment of ${amount} for ${formatDay(startPeriod)} to ${formatDay(endPeriod)} to the ${account} came back.

Reason: ${reasonInWords(reason)}

The amount is in your balance again and is part of your next payment. Please make sure that it arrives.
${look}
To correct them, write to us:
${publicUrl}/contact
${kind === 'affiliate' ? switchOffText(about) : ''}`,
  };
}

/** Without the bank's code or PayPal's word for it, where there are words. */
function reasonInWords(reason: string): string {
  return /^[^:]{1,40}: (.+)$/s.exec(reason)?.[1] ?? reason;
}
