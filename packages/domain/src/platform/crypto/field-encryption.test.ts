import { createDecipheriv, randomBytes } from 'node:crypto';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { configureDomain } from '../config';
import { decryptField, encryptField } from './field-encryption';

const key = randomBytes(32);
beforeAll(() =>
  configureDomain({
    fieldKeys: [{ id: 'k1', key }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  }),
);

test('a field is read where it was written and nowhere else', () => {
  const encrypted = encryptField('123456789', 'affiliate:1:taxID');
  expect(decryptField(encrypted, 'affiliate:1:taxID')).toBe('123456789');
  expect(() => decryptField(encrypted, 'affiliate:2:taxID')).toThrow();
});

test('it is AES-256-GCM under a nonce of its own, with a whole tag, bound to its place', () => {
  const parts = () =>
    encryptField('123456789', 'affiliate:1:taxID')
      .split('.')
      .slice(1)
      .map((part) => Buffer.from(part, 'base64url'));
  const [iv, tag, data] = parts() as [Buffer, Buffer, Buffer];
  expect([iv.length, tag.length]).toEqual([12, 16]);
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAAD(Buffer.from('affiliate:1:taxID')).setAuthTag(tag);
  expect(decipher.update(data, undefined, 'utf8') + decipher.final('utf8')).toBe('123456789');
  expect(parts()[0]).not.toEqual(iv);
});

test('a shortened tag is refused: it is easier to forge', () => {
  const [id, iv, tag, data] = encryptField('123456789', 'affiliate:1:taxID').split('.');
  const short = Buffer.from(tag ?? '', 'base64url')
    .subarray(0, 4)
    .toString('base64url');
  expect(() => decryptField([id, iv, short, data].join('.'), 'affiliate:1:taxID')).toThrow(/tag/i);
});
