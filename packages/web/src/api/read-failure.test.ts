import { MESSAGE } from '@partnerdesk/contracts';
import type { ApiError } from './api-error';
import { readFailure, refusalOf } from './read-failure';

const refused = (error: Partial<ApiError>): ApiError => ({
  status: 400,
  code: 'invalid_input',
  message: 'Please check the form',
  ...error,
});
const general = { kind: 'danger', text: MESSAGE.genericError };

it('puts a text beside the field it is about, by the last part of its path', () => {
  const error = refused({ fields: { 'PersonalInformation.emailAddress': 'Not an address' } });
  expect(readFailure(error, ['emailAddress'])).toMatchObject({
    fields: { emailAddress: 'Not an address' },
    reason: 'Please check the form',
  });
});

it('says nothing twice: a message that stands beside a field is not the reason too', () => {
  const error = refused({ message: 'Too long', fields: { Subject: 'Too long' } });
  expect(readFailure(error, ['Subject']).reason).toBe('');
});

it('shows above the form what is about a field that the form does not have', () => {
  const error = refused({ message: 'Too old', fields: { version: 'Too old', hidden: 'Missing' } });
  expect(readFailure(error, ['Subject'])).toMatchObject({ fields: {}, reason: 'Too old Missing' });
});

it.each(['conflict', 'not_found', 'too_many_requests'] as const)('lets people read why: %s', (code) => {
  const failure = readFailure(refused({ code, message: 'Ann has it open' }));
  expect(failure).toMatchObject({
    reason: 'Ann has it open',
    alert: { kind: 'warning', text: 'Ann has it open' },
  });
});

it.each([
  refused({ status: 500, code: 'internal', message: 'at line 3' }),
  refused({ status: 403, code: 'forbidden', fields: { Subject: 'secret' } }),
  refused({ status: 0, code: 'network', message: '' }),
  refused({ code: 'conflict', message: MESSAGE.genericError }),
  new TypeError('x is not a function'),
  null,
])('has no reason for %j, only the general alert', (error) => {
  expect(readFailure(error, ['Subject'])).toMatchObject({ fields: {}, reason: '', alert: general });
});

it('says which address to open where the page has another, and what to confirm in the words of its dialog', () => {
  const text = 'Nothing can be saved under this address. Please open https://partners.example';
  expect(readFailure(refused({ status: 403, code: 'bad_origin', message: text }))).toMatchObject({
    reason: text,
    isFinal: true,
    alert: { kind: 'warning', text },
  });
  const forPrograms = refused({ status: 403, code: 'confirmation_required', message: 'POST /api/…' });
  expect(readFailure(forPrograms).reason).toBe('Please confirm that it is you');
});

it('knows a session that has ended: the login over the screen says so', () => {
  expect(readFailure(refused({ status: 401, code: 'not_signed_in' })).sessionEnded).toBe(true);
  expect(readFailure(refused({})).sessionEnded).toBe(false);
});

it.each([
  [{ isSuccessful: true }, undefined],
  [{ isSuccessful: false, response: 'No such address' }, 'No such address'],
  [{ isSuccessful: false, response: '' }, MESSAGE.genericError],
])('reads the outcome %j as %p', (outcome, text) => expect(refusalOf(outcome)).toBe(text));
