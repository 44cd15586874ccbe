import { dieAtWrite, makeAdministrator, makeAffiliate, useTestDatabase } from '@partnerdesk/testing';
import { makeResetToken, resetPassword } from '../access/password-reset';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { MailModel } from '../platform/outbox/mails';
import { AdministratorModel, AffiliateModel } from './account.models';
import { changeAffiliatePassword } from './affiliate-account';
import { storeForgottenNotices } from './noticed-changes';
import { checkPassword } from './principal';

useTestDatabase();

const NEW = 'a new and long one';
const BY = { actor: SYSTEM_ACTOR };

/** How somebody gets a new password. @returns their address, and what sets it */
const WAYS = {
  'an affiliate changes it': async () => {
    const { affID, emailAddress } = await makeAffiliate();
    return { emailAddress, set: () => changeAffiliatePassword(affID, NEW, BY) };
  },
  'an affiliate resets it': async () => {
    const { emailAddress } = await makeAffiliate();
    const request = await makeResetToken(emailAddress);
    return { emailAddress, set: () => resetPassword(request?.token ?? '', NEW, {}) };
  },
  'an administrator resets it': async () => {
    const { emailAddress } = await makeAdministrator();
    const request = await makeResetToken(emailAddress);
    return { emailAddress, set: () => resetPassword(request?.token ?? '', NEW, {}) };
  },
};

test.each(Object.entries(WAYS))(
  '%s: whichever write it dies at, a new password is mailed once',
  async (_, prepare) => {
    let died = true;
    for (let write = 1; died; write += 1) {
      const { emailAddress, set } = await prepare();
      const revive = dieAtWrite(write);
      await set().catch(() => undefined);
      died = revive();
      await storeForgottenNotices();
      await storeForgottenNotices();
      const isSet = (await checkPassword(emailAddress, NEW)).outcome === 'ok';
      expect(await MailModel.countDocuments({ to: emailAddress, kind: 'password-changed' })).toBe(
        isSet ? 1 : 0,
      );
      expect(isSet || died).toBe(true);
    }
    const left = { passwordNotice: { $exists: true } };
    expect(await AffiliateModel.countDocuments(left)).toBe(0);
    expect(await AdministratorModel.countDocuments(left)).toBe(0);
  },
);

test('a second change does not overtake the mail that a dead process left', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await AffiliateModel.updateOne(
    { affID },
    { $set: { passwordNotice: { noticeID: 'left', at: new Date(), to: 'former@example.com' } } },
  );
  await changeAffiliatePassword(affID, NEW, BY);
  const mails = await MailModel.find({ kind: 'password-changed' }).lean();
  expect(mails.map(({ to }) => to).sort()).toEqual([emailAddress, 'former@example.com'].sort());
});

test('of changes at the same moment each is mailed', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await Promise.all([1, 2, 3].map((number) => changeAffiliatePassword(affID, `${NEW} ${number}`, BY)));
  expect(await MailModel.countDocuments({ to: emailAddress, kind: 'password-changed' })).toBe(3);
  expect(await AffiliateModel.findOne({ affID }).lean()).toMatchObject({ sessionVersion: 3 });
  expect(await AffiliateModel.countDocuments({ passwordNotice: { $exists: true } })).toBe(0);
});
