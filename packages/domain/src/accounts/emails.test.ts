import { MESSAGE, PERMISSIONS } from '@partnerdesk/contracts';
import { makeAdministrator, makeAffiliate, useTestDatabase } from '@partnerdesk/testing';
import { importPeople } from '../ledger/import-people';
import { AdministratorModel, AffiliateModel } from './account.models';
import { createAdministrator } from './administrators';
import { registerAffiliate } from './affiliate-account';
import { findByEmail } from './principal';

useTestDatabase();

test('an administrator can’t have the email of an affiliate or of another administrator', async () => {
  const { emailAddress } = await makeAffiliate({ emailAddress: 'ann@example.com' });
  const { emailAddress: another } = await makeAdministrator();
  for (const taken of [emailAddress.toUpperCase(), another]) {
    const adding = createAdministrator({
      emailAddress: taken,
      password: 'a long password',
      firstName: 'Eve',
      permissions: PERMISSIONS,
    });
    await expect(adding).rejects.toMatchObject({
      code: 'conflict',
      fields: { emailAddress: MESSAGE.emailUsed },
    });
  }
  expect(await AdministratorModel.countDocuments()).toBe(1);
});

test('who is registered or added is mailed where the email leads, whatever letters it is typed in', async () => {
  const password = 'a long password';
  await registerAffiliate({ firstName: 'Kate', emailAddress: ' \u212aate@example.com', password });
  expect(await AffiliateModel.findOne().lean()).toMatchObject({
    emailAddress: 'Kate@example.com',
    emailKey: 'kate@example.com',
  });
  await createAdministrator({
    emailAddress: '\u212aim@example.com',
    password,
    firstName: 'Kim',
    permissions: [],
  });
  expect(await AdministratorModel.findOne().lean()).toMatchObject({ emailAddress: 'Kim@example.com' });
});

test('an email signs in as it was typed when it was registered, whatever letters it is stored in', async () => {
  const emailAddress = 'jose\u0301@example.com';
  const affID = await registerAffiliate({ firstName: 'José', emailAddress, password: 'a long password' });
  for (const typed of [emailAddress, emailAddress.normalize(), emailAddress.toUpperCase()])
    expect(await findByEmail(typed)).toMatchObject({ principal: { id: affID } });
  expect(await findByEmail('jose@example.com')).toBeNull();
});

test('an imported affiliate’s email can be signed in with; those of others may be longer', async () => {
  const emailAddress = `${'a'.repeat(39)}@example.com`;
  const staff = { staffID: 1, emailAddress, commission: 10 };
  expect(await importPeople({ staff: [staff] })).toMatchObject({ added: 1 });
  const affiliate = { affID: 1, trackID: 'a1', emailAddress, commission: 10 };
  await expect(importPeople({ affiliates: [affiliate] })).rejects.toThrow(/emailAddress.*50 characters/);
});

test('of an affiliate and an administrator who take an email at the same instant one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const emailAddress = `both-${round}@example.com`;
    const taking = await Promise.allSettled([
      registerAffiliate({ firstName: 'Ann', emailAddress, password: 'a long password' }),
      createAdministrator({ emailAddress, password: 'a long password', firstName: 'Eve', permissions: [] }),
    ]);
    const both = [
      AffiliateModel.countDocuments({ emailAddress }),
      AdministratorModel.countDocuments({ emailAddress }),
    ];
    const [affiliates = 0, administrators = 0] = await Promise.all(both);
    expect({ taking, accounts: affiliates + administrators }).toMatchObject({ accounts: 1 });
  }
});
