import { randomBytes } from 'node:crypto';
import { Failure, runMain } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';

/** Adds the first administrator, with every permission, to a business that has none. */
runMain(() =>
  withDomain({ command: 'npm run create-admin' }, async (domain, _env, { ADMIN_EMAIL, ADMIN_PASSWORD }) => {
    if (await domain.hasAdministrators()) return;
    const { PERMISSIONS, MAX_LENGTH } = await import('@partnerdesk/contracts');
    const emailAddress = ADMIN_EMAIL || 'admin@localhost';
    const password = ADMIN_PASSWORD || randomBytes(12).toString('base64url');
    if (emailAddress.length > MAX_LENGTH.login.EmailAddress || password.length > MAX_LENGTH.login.Password) {
      throw new Failure('ADMIN_EMAIL may have 50 characters, ADMIN_PASSWORD 100.');
    }
    const problem = domain.passwordProblem(password, 'office', { emailAddress });
    if (problem) throw new Failure(`ADMIN_PASSWORD: ${problem}.`);
    const administrator = { emailAddress, password, firstName: 'Admin', permissions: PERMISSIONS };
    await domain.createAdministrator(administrator);
    console.log(`  First administrator: ${emailAddress}`);
    if (!ADMIN_PASSWORD) console.log(`  Password, shown this once: ${password}`);
  }),
);
