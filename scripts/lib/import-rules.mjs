import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from '@swc/core';

/** @param {any} callee */
function callsLoader(callee) {
  if (callee.type === 'Import') return true;
  if (callee.type === 'Identifier') return callee.value === 'require';
  if (callee.type !== 'MemberExpression') return false;
  const [object, property] = [callee.object?.value, callee.property?.value];
  return (
    (object === 'require' && property === 'resolve') ||
    (object === 'jest' && /mock|requireActual/i.test(property))
  );
}

/** Where a node of the syntax tree has the module that it names, by its type. @type {Record<string, string>} */
const NAMED_IN = {
  ImportDeclaration: 'source',
  ExportAllDeclaration: 'source',
  ExportNamedDeclaration: 'source',
  TsImportType: 'argument',
  TsExternalModuleReference: 'expression',
};

/** The module that a node of the syntax tree asks for. @param {any} node @returns {string | undefined} */
function specifierOf(node) {
  if (node.type !== 'CallExpression') return node[NAMED_IN[node.type]]?.value;
  const first = node.arguments[0]?.expression;
  return callsLoader(node.callee) && first?.type === 'StringLiteral' ? first.value : undefined;
}

/** Every module that a source names: imports, re-exports, dynamic imports, require, jest's mocks and types. @param {string} source @param {boolean} [tsx] */
export function importSpecifiers(source, tsx = false) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {unknown} */ node) => {
    if (typeof node !== 'object' || node === null) return;
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.add(specifier);
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, decorators: true, target: 'es2022' }).body);
  return [...found];
}

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
const MODULES = 'platform accounts access ledger promotion payroll moderation mail privacy'.split(' ');

/** No request starts a process: backups do, by commands, and what starts the built-in database. */
const STARTS_PROCESSES = /^(node:)?child_process$/;
const MAY_START_PROCESSES = /^packages\/(domain\/src\/platform\/backup|embedded-mongo\/src)\//;

/** What a test of any workspace may import besides. */
const FOR_TESTS = ['testing', 'embedded-mongo'];
const isTest = (/** @type {string} */ path) =>
  /\.test\.tsx?$|\/(test|testing|tests)(-[a-z-]+)?(\/|\.tsx?$)/.test(path);

/** @param {string} specifier */
const packageOf = (specifier) => /^(@[^/]*\/)?[^/]*/.exec(specifier)?.[0] ?? '';

/** Undefined: no rule speaks of it. @param {string} workspace */
const allowedFor = (workspace) => ALLOWED.find((rule) => rule.workspace.test(workspace))?.may;

/** @param {string} path @param {string} target what it imports, without its extension */
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
 * What is wrong with an import.
 * @param {string} path @param {string} specifier @param {Workspace} workspace of the path
 * @param {Record<string, Listed>} listed by workspace; the root's, under `''`, are for tests
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
 * A line for each import that is not allowed, and for each workspace that no rule speaks of.
 * @param {{ path: string, specifiers: string[] }[]} files paths from the root, with slashes
 * @param {Workspace[]} workspaces all of them @param {Record<string, Listed>} listed see problemOf
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

/**
 * @typedef {{ folder: string, members: string[], report: string }} Circle `folder`: whose files or folders import each
 *   other, '' for packages; `members`, sorted; `report`: the shortest way round, with an import for each step
 * @typedef {Map<string, Map<string, string>>} Graph from → to → an import of it, in words
 */

/**
 * Finds imports that run in a circle: between the files and folders of each folder, and between packages. Nothing imports a
 * test; what helps tests, which may import the product that it is a helper of, is looked at by itself.
 * @param {{ path: string, specifiers: string[] }[]} files paths from the root, with slashes
 * @param {Map<string, string>} packages folder of each of our packages, by name
 */
export function findCircles(files, packages) {
  const product = files.filter(({ path }) => !isTest(path));
  const helpers = files.filter(({ path }) => isTest(path) && !/\.test\.tsx?$/.test(path));
  return [...circlesAmong(product, packages), ...circlesAmong(helpers, new Map())];
}

/** @param {{ path: string, specifiers: string[] }[]} files @param {Map<string, string>} packages */
function circlesAmong(files, packages) {
  const paths = new Set(files.map(({ path }) => path));
  /** @type {Map<string, Graph>} */
  const graphs = new Map();
  for (const { path, specifiers } of files)
    for (const specifier of specifiers) {
      const edge = specifier.startsWith('.')
        ? edgeWithin(path, resolveImport(path, specifier, paths))
        : edgeBetween(path, specifier, packages);
      if (!edge) continue;
      const { folder, from, to } = edge;
      const graph = graphs.get(folder) ?? new Map();
      const targets = graph.get(from) ?? new Map();
      if (!targets.has(to)) targets.set(to, `${path} imports '${specifier}'`);
      graphs.set(folder, graph.set(from, targets));
    }
  return [...graphs].flatMap(([folder, graph]) => circlesOf(folder, graph));
}

/** An import as seen from the innermost folder that holds both files. @param {string} path @param {string} [target] */
function edgeWithin(path, target) {
  if (!target || target === path) return undefined;
  const [from, to] = [path.split('/'), target.split('/')];
  const depth = from.findIndex((name, index) => name !== to[index]);
  return { folder: from.slice(0, depth).join('/'), from: from[depth], to: to[depth] };
}

/** @param {string} path @param {string} specifier @param {Map<string, string>} packages */
function edgeBetween(path, specifier, packages) {
  const to = packages.get(specifier.split('/').slice(0, 2).join('/'));
  const from = [...packages.values()].find((folder) => path.startsWith(`${folder}/`));
  return from && to && from !== to ? { folder: '', from, to } : undefined;
}

/** @param {string} path  @param {string} specifier  @param {Set<string>} paths */
function resolveImport(path, specifier, paths) {
  const bare = normalize(join(dirname(path), specifier)).replace(/\/$/, '');
  return ENDS.map((end) => bare + end).find((each) => paths.has(each));
}

const ENDS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** One circle for each group of nodes that all reach each other. @param {string} folder @param {Graph} graph @returns {Circle[]} */
function circlesOf(folder, graph) {
  const inCircle = [...graph.keys()].filter((node) => way(graph, node, node)).sort();
  return inCircle.flatMap((node) => {
    const members = inCircle.filter((other) => way(graph, node, other) && way(graph, other, node));
    if (members[0] !== node) return [];
    const rounds = members.flatMap((each) => [way(graph, each, each) ?? []]);
    const [round] = rounds.sort((one, other) => one.length - other.length);
    const steps = round.slice(1).map((to, index) => graph.get(round[index])?.get(to));
    return [{ folder, members, report: `${round.join(' → ')} (${steps.join('; ')})` }];
  });
}

/** The shortest way from a node to another one, or round to itself, breadth first. @param {Graph} graph @param {string} start @param {string} end */
function way(graph, start, end) {
  const ways = [[start]];
  const seen = new Set();
  for (const path of ways) {
    for (const next of graph.get(path[path.length - 1])?.keys() ?? []) {
      if (next === end) return [...path, end];
      if (!seen.has(next)) ways.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}
