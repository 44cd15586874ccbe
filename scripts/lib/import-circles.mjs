import { dirname, join, normalize } from 'node:path/posix';
import { isTest } from './import-rules.mjs';

/**
 * @typedef {object} Circle
 * @property {string} folder whose files or folders import each other in a circle; '' for packages
 * @property {string[]} members all that are in it, sorted
 * @property {string} report the shortest way round, with an import for each step
 */
/** @typedef {Map<string, Map<string, string>>} Graph from → to → an import of it, in words */

/**
 * Finds imports that run in a circle: between the files and folders of each folder, and between packages. What tests
 * import does not count: nothing imports a test. What helps tests, packages/testing above all, is looked at by itself:
 * it may import the product that it is a test's helper of.
 * @param {{ path: string, specifiers: string[] }[]} files paths from the root, with slashes
 * @param {Map<string, string>} packages folder of each of our packages, by name
 * @returns {Circle[]}
 */
export function findCircles(files, packages) {
  const product = files.filter(({ path }) => !isTest(path));
  const helpers = files.filter(({ path }) => isTest(path) && !/\.test\.tsx?$/.test(path));
  return [...circlesAmong(product, packages), ...circlesAmong(helpers, new Map())];
}

/**
 * @param {{ path: string, specifiers: string[] }[]} files  @param {Map<string, string>} packages
 * @returns {Circle[]}
 */
function circlesAmong(files, packages) {
  const paths = new Set(files.map(({ path }) => path));
  /** @type {Map<string, Graph>} */
  const graphs = new Map();
  for (const { path, specifiers } of files) {
    for (const specifier of specifiers) {
      const edge = specifier.startsWith('.')
        ? edgeWithin(path, resolveImport(path, specifier, paths))
        : edgeBetween(path, specifier, packages);
      if (edge) addEdge(graphs, edge, `${path} imports '${specifier}'`);
    }
  }
  return [...graphs].flatMap(([folder, graph]) => circlesOf(folder, graph));
}

/** @typedef {{ folder: string, from: string, to: string }} Edge */

/**
 * The import as seen from the innermost folder that holds both files: between two of its children.
 * @param {string} path  @param {string | undefined} target
 * @returns {Edge | undefined}
 */
function edgeWithin(path, target) {
  if (!target || target === path) return undefined;
  const [from, to] = [path.split('/'), target.split('/')];
  const depth = from.findIndex((name, index) => name !== to[index]);
  return { folder: from.slice(0, depth).join('/'), from: from[depth], to: to[depth] };
}

/**
 * @param {string} path  @param {string} specifier  @param {Map<string, string>} packages
 * @returns {Edge | undefined}
 */
function edgeBetween(path, specifier, packages) {
  const to = packages.get(specifier.split('/').slice(0, 2).join('/'));
  const from = [...packages.values()].find((folder) => path.startsWith(`${folder}/`));
  return from && to && from !== to ? { folder: '', from, to } : undefined;
}

/** @param {string} path  @param {string} specifier  @param {Set<string>} paths */
function resolveImport(path, specifier, paths) {
  const target = normalize(join(dirname(path), specifier));
  const bare = target.replace(/\/$/, '');
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => bare + end)
    .find((each) => paths.has(each));
}

/** @param {Map<string, Graph>} graphs  @param {Edge} edge  @param {string} why */
function addEdge(graphs, { folder, from, to }, why) {
  const graph = graphs.get(folder) ?? new Map();
  graphs.set(folder, graph);
  const targets = graph.get(from) ?? new Map();
  graph.set(from, targets);
  if (!targets.has(to)) targets.set(to, why);
}

/**
 * One circle for each group of nodes that all reach each other.
 * @param {string} folder  @param {Graph} graph
 * @returns {Circle[]}
 */
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

/**
 * The shortest way from a node to another one, or round to itself, breadth first; undefined: there is none.
 * @param {Graph} graph  @param {string} start  @param {string} end
 */
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
