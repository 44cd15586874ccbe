import type { Invitation, NewMail } from '@partnerdesk/domain';

/** Where an invitation's link leads (docs/RULES.md, Who may enter). */
export const invitationUrl = (publicUrl: string, token: string) =>
  `${publicUrl}/update-password?invitation=1&token=${token}`;

/** The mail that invites somebody to the office. */
export function invitationMail({ administrator, token }: Invitation, publicUrl: string): NewMail {
  return {
    kind: 'invitation',
    to: administrator.emailAddress,
    owner: { kind: 'administrator', id: administrator.adminID },
    subject: 'You are invited to the office',
    text: `You have been given access to the office of ${publicUrl}.

Set your password here, within three days:
${invitationUrl(publicUrl, token)}

The link works once. Sign in with ${administrator.emailAddress} afterwards.
`,
  };
}
