import { claimMail, MailModel } from '@partnerdesk/domain';
import type { TestApp } from './test-app';

/** The token of the newest mail that asks the reader of an address to confirm it. */
export async function mailedConfirmation(to: string): Promise<string> {
  const stored = await MailModel.findOne({ to, kind: 'email-confirmation' }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored?._id ?? '');
  const token = /\/confirm-email\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`No mail asks ${to} for a confirmation`);
  return decodeURIComponent(token);
}

/** Confirms an email as its reader does, without a session. */
export async function confirmEmailOf(app: TestApp, to: string) {
  return app.client().post('/api/confirm-email', { Token: await mailedConfirmation(to) });
}
