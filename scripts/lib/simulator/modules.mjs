import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

const nodeRequire = createRequire(import.meta.url);

/** What each module may name that differs from one process to another. */
const GIVEN = /** @type {const} */ ([
  ...['Date', 'performance', 'Math'],
  ...['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
]);

/** @typedef {{ file: string, from: string, to: string }} Patch a change of a module's text: `from` stands in it exactly once */

/** Compiled modules, by file: a process that starts runs them again with a state of its own. @type {Map<string, Function>} */
const compiled = new Map();
/**
 * What the driver does again and again, and what would be most of what happens: a pool looks ten times a second whether it
 * needs more connections than somebody waits for, which it never does, and the state of a server that answers is asked for.
 * @type {Patch[]}
 */
const ALWAYS = [
  {
    file: '/cmap/connection_pool.js',
    from: 'minPoolSizeCheckFrequencyMS ?? 100',
    to: 'minPoolSizeCheckFrequencyMS ?? 1e9',
  },
  {
    file: '/sdam/monitor.js',
    from: 'heartbeatFrequencyMS: options.heartbeatFrequencyMS ?? 10000',
    to: 'heartbeatFrequencyMS: 10_000',
  },
];
let patches = ALWAYS;

/** @param {Patch[]} list from now on modules are loaded so */
export function patchModules(list) {
  patches = [...ALWAYS, ...list];
  compiled.clear();
}

/** @param {string} file */
function functionOf(file) {
  const known = compiled.get(file);
  if (known) return known;
  let text = readFileSync(file, 'utf8');
  for (const { file: end, from, to } of patches) {
    if (!file.endsWith(end)) continue;
    if (text.split(from).length !== 2) throw new Error(`${end} has not exactly one: ${from}`);
    text = text.replace(from, () => to);
  }
  const names = ['exports', 'require', 'module', '__filename', '__dirname', ...GIVEN];
  // Within a function of its own, for modules that declare one of these names.
  const whole = `(function (${names.join()}) { (function () {${text}\n}).call(this); })`;
  const made = new Script(whole, { filename: file }).runInThisContext();
  compiled.set(file, made);
  return made;
}

/**
 * Modules with a state of their own, as those of a process: a function that loads the module of this name, as `from` would.
 * `given`: globals; `replaced`: modules by name; `isOwn`: files that are loaded here, the others by `next`, or by Node.js.
 * @param {{ given: Record<(typeof GIVEN)[number], unknown>, replaced: Record<string, unknown>,
 *   isOwn: (file: string) => boolean, next?: (file: string) => unknown }} how @returns {(name: string, from: string) => any}
 */
export function moduleLoader({ given, replaced, isOwn, next }) {
  /** @type {Map<string, { exports: any }>} */
  const loaded = new Map();
  const values = GIVEN.map((name) => given[name]);
  /** @param {string} file */
  const load = (file) => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const args = [requireFor(file), module, file, dirname(file), ...values];
    if (file.endsWith('.json')) module.exports = JSON.parse(readFileSync(file, 'utf8'));
    else functionOf(file).call(module.exports, module.exports, ...args);
    return module.exports;
  };
  /** @param {string} name @param {string} from */
  const from = (name, from) => {
    const plain = name.replace(/^node:/, '');
    if (Object.hasOwn(replaced, plain)) return replaced[plain];
    const file = fileOf(name, from);
    if (isOwn(file)) return load(file);
    return next ? next(file) : nodeRequire(file);
  };
  /** @param {string} file */
  const requireFor = (file) => {
    const require = (/** @type {string} */ name) => from(name, file);
    require.resolve = (/** @type {string} */ name) => fileOf(name, file);
    return require;
  };
  return from;
}

/** Files by names, of each module that names them. @type {Map<string, Map<string, string>>} */
const resolved = new Map();

/** Of a module; of one of Node.js its name. @param {string} name @param {string} from */
function fileOf(name, from) {
  const names = resolved.get(from) ?? new Map();
  const known = names.get(name);
  if (known) return known;
  const file = createRequire(from).resolve(name);
  resolved.set(from, names.set(name, file));
  return file;
}
