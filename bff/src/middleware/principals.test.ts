import { AdministratorModel, createAdministrator } from '@partnerdesk/domain';
import { atTime, useTestDatabase } from '@partnerdesk/testing';
import { Principals } from './session';

useTestDatabase();

const made = (name: string) =>
  createAdministrator({
    emailAddress: `${name}@example.com`,
    password: 'a bench by the river',
    firstName: 'Ada',
    permissions: ['payroll'],
  });

test('a person is read again when the number of changes is another, and not before', async () => {
  const id = await made('ada');
  const principals = new Principals();
  const permissions = async (changes: string) =>
    (await principals.load({ kind: 'administrator', id }, changes))?.permissions;
  expect(await permissions('')).toEqual(['payroll']);
  await AdministratorModel.collection.updateOne({ adminID: id }, { $set: { permissions: ['audit'] } });
  expect(await permissions('')).toEqual(['payroll']);
  expect(await permissions('1')).toEqual(['audit']);
});

test('a change that nobody has reported counts after ten seconds', async () => {
  const id = await made('bea');
  const principals = new Principals();
  const load = () => principals.load({ kind: 'administrator', id }, '');
  expect(await load()).not.toBeNull();
  await AdministratorModel.collection.updateOne({ adminID: id }, { $set: { status: 5 } });
  const later = (ms: number) => atTime(new Date(Date.now() + ms).toISOString(), load);
  expect(await later(9000)).not.toBeNull();
  expect(await later(11_000)).toBeNull();
});
