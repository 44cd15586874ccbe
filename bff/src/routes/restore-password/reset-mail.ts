import type { NewMail, ResetRequest } from '@partnerdesk/domain';

/** The mail with the one-time link (docs/RULES.md, Accounts and access). */
export function resetMail({ owner, emailAddress, token }: ResetRequest, publicUrl: string): NewMail {
  return {
    kind: 'password-reset',
    to: emailAddress,
    owner,
    subject: 'Set a new password',
    text: `Somebody, hopefully you, has asked for a new password of your account.

Set it here, within an hour:
${publicUrl}/update-password?token=${token}

The link works once. If you did not ask for it, ignore this mail: your password stays as it is.
`,
  };
}
