import { dieAtWrite, makeAffiliate, useTestDatabase } from '@partnerdesk/testing';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { MailModel } from '../platform/outbox/mails';
import { ApiKeyModel, makeApiKey, storeForgottenKeyMails } from './api-keys';

useTestDatabase();

test('whichever write it dies at, a key that is made is mailed once', async () => {
  for (let write = 1, died = true; died; write += 1) {
    const { affID, emailAddress } = await makeAffiliate();
    const revive = dieAtWrite(write);
    await makeApiKey(affID, { name: 'Mine', days: 30 }, { actor: SYSTEM_ACTOR }).catch(() => undefined);
    died = revive();
    await storeForgottenKeyMails();
    const made = await ApiKeyModel.countDocuments({ affID });
    expect(await MailModel.countDocuments({ to: emailAddress, kind: 'password-changed' })).toBe(made);
    expect(made === 1 || died).toBe(true);
  }
  expect(await storeForgottenKeyMails()).toBe(0);
});
