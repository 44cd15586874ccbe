import { randomBytes } from 'node:crypto';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { configureDomain } from '../config';
import { decryptField, decryptFile, encryptField, encryptFile } from './field-encryption';

const OLD = { id: 'k1', key: randomBytes(32) };
const NEW = { id: 'k2', key: randomBytes(32) };
const WHERE = 'affiliate:1:taxID';
const PICTURE = Buffer.from('a picture');

/** A field and a picture, written by one server and read by another. @param writer FIELD_KEYS of one  @param reader of the other */
function passed(writer: (typeof OLD)[], reader: (typeof OLD)[]) {
  configureDomain({ fieldKeys: writer, proofKeys: DEVELOPMENT_PROOF_KEYS, timeZone: 'America/New_York' });
  const field = encryptField('123456789', WHERE);
  const file = encryptFile(PICTURE, 'pictures/1');
  configureDomain({ fieldKeys: reader, proofKeys: DEVELOPMENT_PROOF_KEYS, timeZone: 'America/New_York' });
  return { field: () => decryptField(field, WHERE), file: () => decryptFile(file, 'pictures/1') };
}

// docs/RUNBOOK.md, Rotate keys: before, after the first round, after the second.
const STEPS = [[OLD], [OLD, NEW], [NEW, OLD]];

test.each([
  [0, 1],
  [1, 2],
])('between step %i and %i of a rotation each server reads what the others write', (before, after) => {
  const [one, other] = [STEPS[before], STEPS[after]] as [(typeof OLD)[], (typeof OLD)[]];
  for (const { field, file } of [passed(one, other), passed(other, one)]) {
    expect(field()).toBe('123456789');
    expect(file()).toEqual(PICTURE);
  }
});

test('in one round, a server that has not restarted cannot read what the others write', () => {
  const { field, file } = passed([NEW, OLD], [OLD]);
  expect(field).toThrow('field key k2 is not configured');
  expect(file).toThrow('field key k2 is not configured');
});
