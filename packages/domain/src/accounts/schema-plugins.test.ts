import { addAffiliates, addMembers, useTestDatabase } from '@partnerdesk/testing';
import { AuditModel } from '../platform/audit/audit';
import { AffiliateModel, MemberModel } from './account.models';
import { findAccount } from './account-kinds';
import { editAccount } from './edit-account';
import { searchAccounts, streamAccounts } from './search-accounts';

useTestDatabase();

const BY = { actor: { kind: 'system', id: 0, emailAddress: '' } } as const;

test('a record without a newer field reads as if it had the default, however it is read', async () => {
  await addAffiliates(['Ann', 'Lee'], ['Bo', 'Ek']);
  await AffiliateModel.collection.updateMany({}, { $unset: { postalCode: 1, countryID: 1, createdAt: 1 } });
  const filled = { firstName: 'Ann', postalCode: '', countryID: 0 };
  expect(await findAccount('affiliate', 1)).toMatchObject(filled);
  expect((await findAccount('affiliate', 1))?.createdAt).toBeUndefined();
  const found = await searchAccounts({ kind: 'affiliate', criteria: { id: 1 }, page: 1 });
  expect(found.rows).toEqual([expect.objectContaining(filled)]);
  const streamed = [];
  for await (const row of (await streamAccounts({ kind: 'affiliate', criteria: {} })).rows)
    streamed.push(row);
  expect(streamed).toContainEqual(expect.objectContaining(filled));
  const read = await AffiliateModel.findOne({ affID: 1 }, { affID: 1, countryID: 1, _id: 0 }).lean();
  expect(read).toEqual({ affID: 1, countryID: 0 });
});

test('an editor that sends the default back has not changed the newer field', async () => {
  await addMembers(['zoe']);
  await MemberModel.collection.updateMany({}, { $unset: { payPalID: 1 } });
  const values = { username: 'zoë', payPalID: '' };
  const { account } = await editAccount({
    kind: 'member',
    id: 1,
    updateType: 'Info',
    version: 0,
    values,
    by: BY,
  });
  expect(account).toMatchObject({ username: 'zoë', payPalID: '' });
  expect((await AuditModel.findOne().lean())?.after).toEqual({ username: 'zoë' });
});
