import { Failure, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';

const COMMAND = 'npm run administrators';
const USAGE = `Who may enter the office, from the server's command line: for when nobody can sign in any more.

  npm run administrators                                  lists them
  npm run administrators -- invite EMAIL --permissions payroll,audit
  npm run administrators -- permissions EMAIL --permissions accounts,administrators
  npm run administrators -- close EMAIL | reopen EMAIL | end-sessions EMAIL | reset-second-factor EMAIL
  npm run administrators -- link EMAIL                    a one-time link to set a password, shown here

  --permissions LIST  separated by commas; 'all' for all of them
  --data DIR          the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile; changes count for running sessions at once, and are in the audit log.`;

/** @typedef {import('./lib/domain.mjs').Domain} Domain */

const FLAGS = { options: { permissions: text, data: text }, allowPositionals: true };

runCommand(COMMAND, USAGE, FLAGS, async ({ values, positionals }) => {
  const [action = 'list', email = '', ...others] = positionals;
  if (others.length)
    throw new Failure(
      `One action and one email at a time, without ${others.join(' ')}: ${COMMAND} -- --help lists what to say.`,
    );
  await withDomain({ data: values.data, command: COMMAND, existing: true }, async (domain, env) => {
    if (action === 'list') return list(domain);
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!run || !email)
      throw new Failure('Say what to do for whom: npm run administrators -- --help lists it.');
    const permissions = await readPermissions(values.permissions);
    await run({ domain, email, permissions, publicUrl: env.publicUrl });
    await list(domain);
  });
});

/**
 * @typedef {import('@partnerdesk/contracts').Permission} Permission
 * @typedef {{ domain: Domain, email: string, permissions: Permission[] | undefined, publicUrl: string }} Input
 * @type {Record<string, (input: Input) => Promise<unknown>>}
 */
const ACTIONS = {
  invite: async ({ domain, email, permissions = [], publicUrl }) => {
    const fields = { emailAddress: email, firstName: '', permissions };
    const { token } = await domain.inviteAdministrator(fields, by(domain));
    showLink(publicUrl, token);
  },
  permissions: async ({ domain, email, permissions }) => {
    if (!permissions) throw new Failure('Say which: --permissions payroll,audit, or --permissions all.');
    return domain.setPermissions(await idOf(domain, email), permissions, by(domain));
  },
  close: async ({ domain, email }) => domain.closeAdministrator(await idOf(domain, email), by(domain)),
  reopen: async ({ domain, email }) => domain.reopenAdministrator(await idOf(domain, email), by(domain)),
  'end-sessions': async ({ domain, email }) =>
    domain.endAdministratorSessions(await idOf(domain, email), by(domain)),
  'reset-second-factor': async ({ domain, email }) =>
    domain.resetSecondFactor(await idOf(domain, email), by(domain)),
  link: async ({ domain, email, publicUrl }) => {
    const made = await domain.makeResetToken(email);
    if (!made) throw new Failure(`Nobody who may sign in has the email ${email}.`);
    showLink(publicUrl, made.token);
  },
};

/** @param {Domain} domain */
const by = ({ SYSTEM_ACTOR }) => ({ actor: SYSTEM_ACTOR });

/** @param {string} publicUrl  @param {string} token */
const showLink = (publicUrl, token) =>
  console.log(`  Sets a password, once: ${publicUrl}/update-password?token=${token}`);

/** @param {Domain} domain  @param {string} email */
async function idOf(domain, email) {
  const emailKey = domain.emailKeyOf(email);
  const found = await domain.AdministratorModel.findOne({ emailKey }).lean();
  if (!found) throw new Failure(`No administrator has the email ${email}.`);
  return found.adminID;
}

/** @param {Domain} domain */
async function list(domain) {
  for (const { emailAddress, status, permissions, passwordHash } of await domain.listAdministrators()) {
    const state = domain.isOpenStatus(status) ? (passwordHash ? 'open' : 'invited') : 'closed';
    console.log(`  ${emailAddress}  ${state}  ${permissions.join(', ') || 'no permissions'}`);
  }
}

/** @param {string | undefined} text */
async function readPermissions(text) {
  if (text === undefined) return undefined;
  const { PERMISSIONS } = await import('@partnerdesk/contracts');
  const named = text === 'all' ? [...PERMISSIONS] : text.split(',').filter(Boolean);
  const wrong = named.filter((each) => !PERMISSIONS.some((permission) => permission === each));
  if (wrong.length)
    throw new Failure(`There is no permission ${wrong.join(', ')}: ${PERMISSIONS.join(', ')}.`);
  return PERMISSIONS.filter((each) => named.includes(each));
}
