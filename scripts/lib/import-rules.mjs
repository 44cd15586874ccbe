import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { importSpecifiers } from './import-specifiers.mjs';

const SCOPE = '@partnerdesk/';
const SERVER = ['contracts', 'domain', 'node', 'queues'];
const SCREENS = ['contracts', 'web'];

/** Which of our packages each workspace may import. ARCHITECTURE.md shows it as a map. */
export const ALLOWED = {
  'packages/contracts': [],
  'packages/node': ['contracts'],
  'packages/web': ['contracts'],
  'packages/domain': ['contracts', 'node'],
  'packages/queues': ['contracts', 'node'],
  'packages/embedded-mongo': [],
  'packages/testing': [...SERVER, 'embedded-mongo'],
  'packages/build': [],
  bff: SERVER,
  workers: SERVER,
  shell: SCREENS,
  'mfe-affiliate': SCREENS,
  'mfe-moderation': SCREENS,
  'mfe-accounts': SCREENS,
  'mfe-payroll': SCREENS,
};
/** @typedef {keyof typeof ALLOWED} Workspace */

const BROWSER = /^(packages\/web|shell|mfe-[a-z]+)$/;

/** Libraries that only the named folders touch: whoever replaces one has to look there only. */
const RESERVED = [
  { what: /^bull$/, where: /^(packages\/queues|workers)\// },
  { what: /^koa-session$/, where: /^bff\/src\/middleware\// },
  { what: /^@module-federation\//, where: /^(shell\/src\/remotes|packages\/build)\// },
  { what: /^mongoose$/, where: /^packages\/(domain|testing)\// },
  { what: /^(lmdb|bson)$/, where: /^packages\/embedded-mongo\// },
];

/** The domain knows neither HTTP nor queues. */
const NOT_IN_DOMAIN = /^(koa(-.*)?|@koa\/.*|bull|ioredis|(node:)?https?2?)$/;

/** What a test needs beside the product's code may come from here, whichever workspace it stands in. */
const FOR_TESTS = ['testing', 'embedded-mongo'];
const isTest = (/** @type {string} */ path) =>
  /\.test\.tsx?$|\/(test|testing|tests)(-[a-z-]+)?(\/|\.tsx?$)/.test(path);

const BUILTIN = new Set(builtinModules);
const isBuiltin = (/** @type {string} */ specifier) =>
  specifier.startsWith('node:') || BUILTIN.has(specifier);

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} path */
function workspaceOf(path) {
  return /** @type {Workspace | undefined} */ (
    Object.keys(ALLOWED).find((workspace) => path.startsWith(`${workspace}/`))
  );
}

/**
 * @param {string} path
 * @param {string} specifier
 * @param {Record<string, string[]>} listed package names by workspace, those for tests under `''`
 * @returns {string | undefined} what is wrong with it
 */
function problemOf(path, specifier, listed) {
  const workspace = workspaceOf(path);
  if (!workspace) return undefined;
  const test = isTest(path);
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(path), specifier));
    return target.startsWith(`${workspace}/`) ? undefined : `leaves ${workspace}`;
  }
  if (workspace === 'packages/domain' && !test && NOT_IN_DOMAIN.test(specifier))
    return 'is HTTP or queues, which the domain does not know';
  if (isBuiltin(specifier)) return BROWSER.test(workspace) && !test ? 'is not there in a browser' : undefined;

  const name = packageOf(specifier);
  const reserved = RESERVED.find(({ what }) => what.test(specifier) || what.test(name));
  if (reserved && !test && !reserved.where.test(path)) return `belongs to ${reserved.where.source}`;
  if (name.startsWith(SCOPE)) {
    const room = name.slice(SCOPE.length);
    const own = workspace.endsWith(`/${room}`) || workspace === room;
    const allowed =
      own ||
      /** @type {string[]} */ (ALLOWED[workspace]).includes(room) ||
      (test && FOR_TESTS.includes(room));
    if (!allowed) return `is not for ${workspace}`;
    // npm links every workspace; a test's helpers need no line of their own.
    if (own || (test && FOR_TESTS.includes(room))) return undefined;
  }
  const known = listed[workspace]?.includes(name) || (test && listed['']?.includes(name));
  return known ? undefined : `is not listed in ${workspace}/package.json`;
}

/**
 * Checks who imports whom.
 * @param {{ path: string, source: string }[]} files paths from the root, with slashes
 * @param {Record<string, string[]>} listed see problemOf
 * @returns {string[]} a line for each import that is not allowed
 */
export function findViolations(files, listed) {
  return files.flatMap(({ path, source }) =>
    importSpecifiers(source, { tsx: path.endsWith('x') }).flatMap((specifier) => {
      const problem = problemOf(path, specifier, listed);
      return problem ? [`${path}: '${specifier}' ${problem}`] : [];
    }),
  );
}
