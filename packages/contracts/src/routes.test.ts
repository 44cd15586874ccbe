import { ROLE } from './codes';
import { maySee } from './routes';

const affiliate = { affRole: ROLE.affiliate, permissions: [] };
const clerk = { affRole: ROLE.admin, permissions: ['payroll'] as const };

it('opens what names nobody to everybody', () => {
  for (const person of [null, affiliate, clerk]) expect(maySee({}, person)).toBe(true);
});

it('opens what is for visitors to visitors only', () => {
  expect(maySee({ anonymousOnly: true }, null)).toBe(true);
  expect(maySee({ anonymousOnly: true }, affiliate)).toBe(false);
});

it('asks for one of the roles', () => {
  expect(maySee({ roles: [ROLE.affiliate] }, affiliate)).toBe(true);
  expect(maySee({ roles: [ROLE.affiliate] }, clerk)).toBe(false);
  expect(maySee({ roles: [ROLE.affiliate] }, null)).toBe(false);
  expect(maySee({ roles: [] }, clerk)).toBe(false);
});

it('asks only administrators for permissions where other roles are named too', () => {
  const payees = { roles: [ROLE.affiliate, ROLE.admin], permissions: ['payroll'] as const };
  const moderator = { affRole: ROLE.admin, permissions: ['moderation'] as const };
  const may = [affiliate, clerk, moderator, null].map((person) => maySee(payees, person));
  expect(may).toEqual([true, true, false, false]);
});

it('asks for one of the permissions, and fails closed on none', () => {
  expect(maySee({ permissions: ['payroll', 'accounts'] }, clerk)).toBe(true);
  expect(maySee({ permissions: ['accounts'] }, clerk)).toBe(false);
  expect(maySee({ permissions: [] }, clerk)).toBe(false);
  expect(maySee({ permissions: ['payroll'] }, null)).toBe(false);
});
