import { makeAdministrator, makeAffiliate, useTestDatabase } from '@partnerdesk/testing';
import { Secret, TOTP } from 'otpauth';
import { AdministratorModel } from '../accounts/account.models';
import { loadPrincipal } from '../accounts/principal';
import { AuditModel } from '../platform/audit/audit';
import {
  addPasskey,
  confirmTotp,
  readSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
  useCode,
} from './second-factor';

useTestDatabase();

const BY = { actor: { kind: 'system', id: 0, emailAddress: '' } } as const;
const NAMES = { issuer: 'Partnerdesk', label: 'ann@example.com' };
const PASSKEY = {
  id: 'k1',
  publicKey: 'pub',
  counter: 0,
  transports: [],
  name: 'Laptop',
  createdAt: new Date(),
};
const office = async () => ({ kind: 'administrator', id: (await makeAdministrator()).adminID }) as const;
const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

async function withApp(person: { kind: 'administrator' | 'affiliate'; id: number }) {
  const { secret, uri } = await startTotp(person, NAMES);
  const { recoveryCodes } = await confirmTotp(person, codeOf(secret, Date.now() - 30_000), BY);
  return { secret, uri, recoveryCodes };
}

test('an app counts once it has shown a code; then ten recovery codes come, and none of it is stored in clear', async () => {
  const person = await office();
  const { secret: former } = await startTotp(person, NAMES);
  const { secret } = await startTotp(person, NAMES);
  // 160 bits, other ones each time.
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(secret).not.toBe(former);
  expect((await loadPrincipal(person.kind, person.id))?.hasSecondFactor).toBe(false);
  await expect(confirmTotp(person, '000000', BY)).rejects.toMatchObject({ code: 'invalid_input' });
  const { recoveryCodes: codes } = await confirmTotp(person, codeOf(secret), BY);
  expect(new Set(codes).size).toBe(10);
  // 24 of 32 characters: 120 bits.
  for (const each of codes) expect(each).toMatch(/^([a-z0-9]{4}-){5}[a-z0-9]{4}$/);
  expect((await loadPrincipal(person.kind, person.id))?.hasSecondFactor).toBe(true);
  const stored = JSON.stringify(await AdministratorModel.find().lean());
  for (const clear of [secret, ...codes]) expect(stored).not.toContain(clear);
  expect((await AuditModel.find().lean()).map(({ action }) => action)).toEqual([
    'administrator.created',
    'second-factor.added',
  ]);
});

test('a code works once, also twice at the same moment; one before it no more', async () => {
  const person = { kind: 'affiliate', id: (await makeAffiliate()).affID } as const;
  const { secret, uri } = await withApp(person);
  expect(uri).toContain('otpauth://totp/Partnerdesk:ann%40example.com');
  const code = codeOf(secret);
  const tries = await Promise.all([useCode(person, code), useCode(person, code), useCode(person, code)]);
  expect(tries.filter(Boolean)).toHaveLength(1);
  expect(await useCode(person, codeOf(secret, Date.now() - 30_000))).toBe(false);
  expect(await useCode(person, codeOf(secret, Date.now() - 600_000))).toBe(false);
});

test('each recovery code works once, however it is typed; new ones make the old worthless', async () => {
  const person = await office();
  const { recoveryCodes } = await withApp(person);
  const [first = '', second = ''] = recoveryCodes;
  const typed = first.toUpperCase().replaceAll('-', ' ');
  expect(await Promise.all([useCode(person, typed), useCode(person, first)])).toContain(false);
  expect((await readSecondFactor(person)).recoveryHashes).toHaveLength(9);
  const fresh = await renewRecoveryCodes(person, BY);
  expect(await useCode(person, second)).toBe(false);
  expect(await useCode(person, fresh[9] ?? '')).toBe(true);
});

test('removing what is not there is refused, changes nothing, and no line says that it was removed', async () => {
  const person = await office();
  await addPasskey(person, PASSKEY, BY);
  const before = await readSecondFactor(person);
  await AuditModel.deleteMany({});
  await expect(removePasskey(person, 'another', BY)).rejects.toMatchObject({ code: 'not_found' });
  await expect(removeTotp(person, BY)).rejects.toMatchObject({ code: 'not_found' });
  expect(await readSecondFactor(person)).toEqual(before);
  expect(await AuditModel.countDocuments()).toBe(0);
});

test('recovery codes go with the last factor', async () => {
  const person = await office();
  await withApp(person);
  expect((await addPasskey(person, PASSKEY, BY)).recoveryCodes).toEqual([]);
  await expect(addPasskey(person, PASSKEY, BY)).rejects.toMatchObject({ code: 'conflict' });
  await removeTotp(person, BY);
  expect((await readSecondFactor(person)).recoveryHashes).toHaveLength(10);
  await removePasskey(person, 'k1', BY);
  expect((await readSecondFactor(person)).recoveryHashes).toEqual([]);
  expect((await loadPrincipal(person.kind, person.id))?.hasSecondFactor).toBe(false);
  await expect(renewRecoveryCodes(person, BY)).rejects.toMatchObject({ code: 'conflict' });
});
