import { dieAtWrite, makeAffiliate, personalInformation, useTestDatabase } from '@partnerdesk/testing';
import { AuditModel } from '../platform/audit/audit';
import { deliverForgotten } from '../platform/audit/audit-outbox';
import { claimMail, MailModel } from '../platform/outbox/mails';
import { AffiliateModel } from './account.models';
import { confirmEmail, saveAffiliateAccount } from './affiliate-account';
import { finishForgottenChanges } from './payment-changes';

useTestDatabase();

const ORIGIN = { address: '127.0.0.1' };

async function enter(affID: number, emailAddress: string) {
  const personal = personalInformation({ emailAddress });
  const actor = { kind: 'affiliate', id: affID, emailAddress: 'ann@example.com' } as const;
  return saveAffiliateAccount(
    affID,
    { personal, payment: null, tax: null },
    { actor },
    { sessionVersion: 0 },
  );
}

async function mailedToken(to: string): Promise<string> {
  const stored = await MailModel.findOne({ to, kind: 'email-confirmation' }).lean();
  const mail = await claimMail(stored?._id ?? '');
  return decodeURIComponent(/token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
}

/** What worker and sweeps find after a process died. */
async function recover() {
  await finishForgottenChanges();
  expect(await finishForgottenChanges()).toBe(0);
  await deliverForgotten(new Date());
}
const mailsTo = async (subject: string) =>
  (await MailModel.find({ subject }).sort({ _id: 1 }).lean()).map(({ to }) => to).sort();
const linesOf = (action: string) => AuditModel.countDocuments({ action });

test('whichever write it dies at: a new email waits with its line and both mails, or not at all', async () => {
  const { affID, emailAddress } = await makeAffiliate({ paymentType: 2 });
  const entered: string[] = [];
  for (let write = 1, died = true; died; write += 1) {
    const next = `ann${write}@example.com`;
    const revive = dieAtWrite(write);
    await enter(affID, next).catch(() => undefined);
    died = revive();
    await recover();
    const affiliate = await AffiliateModel.findOne({ affID }).orFail().lean();
    expect(affiliate.emailAddress).toBe(emailAddress);
    if (affiliate.newEmail?.emailAddress === next) entered.push(next);
    expect(await mailsTo('Confirm your new email')).toEqual([...entered].sort());
    expect(await mailsTo('A new email has been entered')).toEqual(entered.map(() => emailAddress));
    expect(await linesOf('affiliate.email-entered')).toBe(entered.length);
  }
  expect(entered.length).toBeGreaterThan(3);
});

test('whichever write it dies at: the link confirms the email once, and works again where it did not', async () => {
  const { affID, emailAddress } = await makeAffiliate({ paymentType: 2 });
  const former: string[] = [];
  for (let write = 1, died = true, present = emailAddress; died; write += 1) {
    const next = `ann${write}@example.com`;
    await enter(affID, next);
    const token = await mailedToken(next);
    const revive = dieAtWrite(write);
    await confirmEmail(token, ORIGIN).catch(() => undefined);
    died = revive();
    await recover();
    const { emailAddress: now } = await AffiliateModel.findOne({ affID }).orFail().lean();
    expect([present, next]).toContain(now);
    const outcome = await confirmEmail(token, ORIGIN);
    expect(outcome).toBe(now === next ? 'repeated' : 'confirmed');
    former.push(present);
    present = next;
    expect(await mailsTo('Your email has been changed')).toEqual([...former].sort());
    expect(await linesOf('affiliate.email-changed')).toBe(former.length);
  }
  expect(former.length).toBeGreaterThan(3);
});

test('an email of another account is refused, in whatever letters it is entered', async () => {
  await makeAffiliate({ emailAddress: 'jos\u00e9@example.com' });
  const { affID } = await makeAffiliate({ emailAddress: 'ann@example.com', paymentType: 2 });
  for (const entered of ['jos\u00e9@example.com', 'JOSE\u0301@example.com'])
    await expect(enter(affID, entered)).rejects.toMatchObject({ code: 'conflict' });
  expect(await MailModel.countDocuments()).toBe(0);
});

test('the email that an account has is no new one, though it was stored in letters that no email is stored in now', async () => {
  const emailAddress = 'jose\u0301@example.com';
  const { affID } = await makeAffiliate({ emailAddress, paymentType: 2 });
  await enter(affID, emailAddress);
  expect(await MailModel.countDocuments()).toBe(0);
  const affiliate = await AffiliateModel.findOne({ affID }).orFail().lean();
  expect(affiliate).toMatchObject({ emailAddress, emailKey: emailAddress });
  expect(affiliate.newEmail).toBeUndefined();
});
