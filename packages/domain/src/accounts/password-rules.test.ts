import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem } from './password';

const ADA = { emailAddress: 'ada.lovelace@example.com', firstName: 'Ada', lastName: 'Lovelace' };

test.each([
  ['1234567', 'others', /at least 8 characters/],
  ['😀😀😀😀', 'others', /at least 8 characters/],
  ['elevenchars', 'office', /at least 12 characters/],
  ['password1', 'others', /too common/],
  ['QwertyUiop', 'others', /too common/],
  ['PartnerDesk2026', 'office', /too common/],
  ['Payroll-affiliate', 'office', /too common/],
  ['my payroll of the sea', 'office', undefined],
  ['a fine one', 'others', undefined],
  ['twelve chars', 'office', undefined],
  // What guessing finds at once, in whatever length.
  ['aaaaaaaaaaaa', 'others', /too easy/],
  ['111111111111', 'others', /too easy/],
  ['qwertyqwerty', 'others', /too easy/],
  ['p4ssw0rd'.repeat(12), 'others', /too easy/],
  ['ada.lovelace@example.com', 'others', /too easy/],
  ['ada.lovelace', 'others', /too easy/],
  ['Ada.Lovelace@Example.com', 'office', /too easy/],
  ['ada.lovelace-2026', 'office', /too easy/],
  ['Password2026!', 'office', /too easy/],
  ['qwertyuiop'.repeat(10), 'office', /too easy/],
  // And nothing more outside the office.
  ['Password2026!', 'others', undefined],
  ['secret-1', 'others', undefined],
  ['test1234test', 'others', undefined],
  [`${'a'.repeat(40)} quiet morning by the sea`, 'office', undefined],
] as const)('%s for %s', (password, who, text) => {
  const problem = passwordProblem(password, who, ADA);
  if (text) expect(problem).toMatch(text);
  else expect(problem).toBeUndefined();
});

test('the 3,000 most used passwords of eight characters and more are refused; of twelve the list has few', () => {
  const common = dictionary['passwords-common'].map(String);
  const ofLength = (length: number) => common.filter((each) => [...each].length >= length);
  for (const password of ofLength(8).slice(0, 3000))
    expect([password, passwordProblem(password, 'others')]).toEqual([
      password,
      expect.stringMatching(/too common/),
    ]);
  for (const password of ofLength(12)) expect(passwordProblem(password, 'office')).toMatch(/too common/);
  expect([ofLength(8).length, ofLength(12).length]).toEqual([17_950, 308]);
});
