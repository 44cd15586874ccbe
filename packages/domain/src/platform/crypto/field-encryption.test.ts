import { randomBytes } from 'node:crypto';
import { configureDomain } from '../config';
import { decryptField, encryptField } from './field-encryption';

configureDomain({ fieldKeys: [{ id: 'k1', key: randomBytes(32) }], timeZone: 'America/New_York' });

test('a field is read where it was written and nowhere else', () => {
  const encrypted = encryptField('123456789', 'affiliate:1:taxID');
  expect(decryptField(encrypted, 'affiliate:1:taxID')).toBe('123456789');
  expect(() => decryptField(encrypted, 'affiliate:2:taxID')).toThrow();
});

test('a shortened tag is refused: it is easier to forge', () => {
  const [id, iv, tag, data] = encryptField('123456789', 'affiliate:1:taxID').split('.');
  const short = Buffer.from(tag ?? '', 'base64url')
    .subarray(0, 4)
    .toString('base64url');
  expect(() => decryptField([id, iv, short, data].join('.'), 'affiliate:1:taxID')).toThrow(/tag/i);
});
