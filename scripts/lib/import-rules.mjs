import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';

/** @typedef {import('./workspaces.mjs').Workspace} Workspace */
/** @typedef {{ always: string[], forTests: string[] }} Listed packages that a package.json names */

const SCOPE = '@partnerdesk/';
const SERVER = ['contracts', 'domain', 'node', 'queues'];
const SCREENS = ['contracts', 'web'];

/** Which of our packages each workspace may import; all remotes alike. ARCHITECTURE.md shows it as a map. */
const ALLOWED = [
  { workspace: /^packages\/contracts$/, may: [] },
  { workspace: /^packages\/node$/, may: ['contracts'] },
  { workspace: /^packages\/web$/, may: ['contracts'] },
  { workspace: /^packages\/domain$/, may: ['contracts', 'node'] },
  { workspace: /^packages\/queues$/, may: ['contracts', 'node'] },
  { workspace: /^packages\/embedded-mongo$/, may: [] },
  { workspace: /^packages\/testing$/, may: [...SERVER, 'embedded-mongo'] },
  { workspace: /^packages\/build$/, may: [] },
  { workspace: /^(bff|workers)$/, may: SERVER },
  { workspace: /^(shell|mfe-[a-z]+)$/, may: SCREENS },
];

/** Libraries that only the named folders touch: to replace one, only they change. */
const RESERVED = [
  { what: /^bull$/, where: /^(packages\/queues|workers)\// },
  { what: /^koa-session$/, where: /^bff\/src\/middleware\// },
  { what: /^(react-router|react-router-dom|react-bootstrap)$/, where: /^packages\/web\// },
  { what: /^@module-federation\//, where: /^(shell\/src\/remotes|packages\/build)\// },
  { what: /^mongoose$/, where: /^packages\/(domain|testing)\// },
  { what: /^(lmdb|bson)$/, where: /^packages\/embedded-mongo\// },
  { what: /^pino$/, where: /^packages\/node\// },
];

/** The domain knows neither HTTP nor queues. */
const NOT_IN_DOMAIN = /^(koa(-.*)?|@koa\/.*|bull|ioredis|(node:)?https?2?)$/;

const DOMAIN = 'packages/domain/src/';
/** The domain's modules, each above those that it may import. */
const MODULES = [
  'platform',
  'accounts',
  'access',
  'ledger',
  'promotion',
  'payroll',
  'moderation',
  'mail',
  'privacy',
];

/** No request starts a process: backups do, by commands, and what starts the built-in database. */
const STARTS_PROCESSES = /^(node:)?child_process$/;
const MAY_START_PROCESSES = /^packages\/(domain\/src\/platform\/backup|embedded-mongo\/src)\//;

/** What a test of any workspace may import besides. */
const FOR_TESTS = ['testing', 'embedded-mongo'];
export const isTest = (/** @type {string} */ path) =>
  /\.test\.tsx?$|\/(test|testing|tests)(-[a-z-]+)?(\/|\.tsx?$)/.test(path);

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} workspace  @returns {readonly string[] | undefined} undefined: no rule speaks of it */
function allowedFor(workspace) {
  return ALLOWED.find((rule) => rule.workspace.test(workspace))?.may;
}

/**
 * @param {string} path
 * @param {string} target what it imports, without its extension
 * @returns {string | undefined}
 */
function problemBetweenModules(path, target) {
  const [from, to] = [path, target].map((each) => each.slice(DOMAIN.length).split('/'));
  const [module, other] = [from?.[0] ?? '', to?.[0] ?? ''];
  // What stands beside the modules puts them together.
  const isBeside = from?.length === 1;
  if (module === other || (isBeside && !MODULES.includes(other))) return undefined;
  if (!MODULES.includes(other)) return 'is not in a module';
  if (!isBeside && MODULES.indexOf(other) > MODULES.indexOf(module)) return `is above ${module}`;
  return to?.length === 1 ? undefined : `goes past the index of ${other}`;
}

/**
 * @param {string} path @param {string} specifier
 * @param {Workspace} workspace of the path
 * @param {Record<string, Listed>} listed by workspace; the root's, under `''`, are for tests
 * @returns {string | undefined} what is wrong with it
 */
function problemOf(path, specifier, { path: workspace, platform }, listed) {
  const test = isTest(path);
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(path), specifier));
    // The guides of Help show the pictures that the documents have.
    if (workspace === 'shell' && /^docs\/screens\/[\w-]+\.webp$/.test(target)) return undefined;
    if (!target.startsWith(`${workspace}/`)) return `leaves ${workspace}`;
    return test || !path.startsWith(DOMAIN) ? undefined : problemBetweenModules(path, target);
  }
  if (workspace === 'packages/domain' && !test && NOT_IN_DOMAIN.test(specifier))
    return 'is HTTP or queues, which the domain does not know';
  if (STARTS_PROCESSES.test(specifier) && !test && !MAY_START_PROCESSES.test(path))
    return 'starts processes, which no request does';
  if (isBuiltin(specifier))
    return platform === 'browser' && !test ? 'does not exist in a browser' : undefined;

  const name = packageOf(specifier);
  const reserved = RESERVED.find(({ what }) => what.test(specifier) || what.test(name));
  if (reserved && !test && !reserved.where.test(path)) return `belongs to ${reserved.where.source}`;
  if (name.startsWith(SCOPE)) {
    const target = name.slice(SCOPE.length);
    const own = workspace.endsWith(`/${target}`) || workspace === target;
    const forTest = test && FOR_TESTS.includes(target);
    if (!own && !forTest && !allowedFor(workspace)?.includes(target)) return `is not for ${workspace}`;
    // npm links every workspace; a test's helpers need no line of their own.
    if (own || forTest) return undefined;
  }
  const names = listed[workspace];
  if (names?.always.includes(name)) return undefined;
  const isForTests = names?.forTests.includes(name);
  if (test && (isForTests || listed['']?.forTests.includes(name))) return undefined;
  return isForTests ? 'is there for tests only' : `is not listed in ${workspace}/package.json`;
}

/**
 * Checks who imports whom.
 * @param {{ path: string, specifiers: string[] }[]} files paths from the root, with slashes
 * @param {Workspace[]} workspaces all of them
 * @param {Record<string, Listed>} listed see problemOf
 * @returns {string[]} a line for each import that is not allowed, and for each workspace that no rule speaks of
 */
export function findViolations(files, workspaces, listed) {
  const unknown = workspaces.filter(({ path }) => !allowedFor(path));
  return [
    ...unknown.map(
      ({ path }) => `${path}: no rule says what it may import; give it one in scripts/lib/import-rules.mjs`,
    ),
    ...files.flatMap(({ path, specifiers }) => {
      const workspace = workspaces.find((each) => path.startsWith(`${each.path}/`));
      if (!workspace) return [`${path}: is in no workspace`];
      return specifiers.flatMap((specifier) => {
        const problem = problemOf(path, specifier, workspace, listed);
        return problem ? [`${path}: '${specifier}' ${problem}`] : [];
      });
    }),
  ];
}
