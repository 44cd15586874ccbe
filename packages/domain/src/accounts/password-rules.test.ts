import { passwordProblem } from './password-rules';

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
] as const)('%s for %s', (password, who, text) => {
  const problem = passwordProblem(password, who);
  if (text) expect(problem).toMatch(text);
  else expect(problem).toBeUndefined();
});
