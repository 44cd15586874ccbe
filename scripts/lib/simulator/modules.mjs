import nodeCrypto from 'node:crypto';
import fs, { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { dirname, sep } from 'node:path';
import { Writable } from 'node:stream';
import { Script } from 'node:vm';
import { inRoot } from '../paths.mjs';

/** What each module may name that differs from one process to another. */
const GIVEN = ['Date', 'performance', 'Math', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'];

/** @typedef {{ file: string, from: string, to: string }} Patch a change of a module's text: `from` stands in it exactly once */
/** Compiled modules, by file: a process that starts runs them again with a state of its own. @type {Map<string, Function>} */
const compiled = new Map();
/**
 * What the driver does again and again, and what would be most of what happens: a pool looks ten times a second whether it
 * needs more connections than somebody waits for, which it never does, and the state of a server that answers is asked for.
 * @type {Patch[]}
 */
const ALWAYS = [
  { file: '/cmap/connection_pool.js', from: 'CheckFrequencyMS ?? 100', to: 'CheckFrequencyMS ?? 1e9' },
  { file: '/sdam/monitor.js', from: 'options.heartbeatFrequencyMS ?? 10000', to: '10_000' },
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
 * @param {{ given: Record<string, unknown>, replaced: Record<string, unknown>,
 *   isOwn: (file: string) => boolean, next?: (file: string) => unknown }} how @returns {(name: string, from: string) => any}
 */
export function moduleLoader({ given, replaced, isOwn, next = createRequire(import.meta.url) }) {
  /** @type {Map<string, { exports: any }>} */
  const loaded = new Map();
  const values = GIVEN.map((name) => given[name]);
  /** @param {string} file */
  const load = (file) => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const require = (/** @type {string} */ name) => loadFrom(name, file);
    require.resolve = (/** @type {string} */ name) => fileOf(name, file);
    const args = [require, module, file, dirname(file), ...values];
    if (file.endsWith('.json')) module.exports = JSON.parse(readFileSync(file, 'utf8'));
    else functionOf(file).call(module.exports, module.exports, ...args);
    return module.exports;
  };
  /** @param {string} name @param {string} from */
  const loadFrom = (name, from) => {
    const plain = name.replace(/^node:/, '');
    if (Object.hasOwn(replaced, plain)) return replaced[plain];
    const file = fileOf(name, from);
    return isOwn(file) ? load(file) : next(file);
  };
  return loadFrom;
}

/** Files by the modules that name them and the names. @type {Map<string, string>} */
const resolved = new Map();

/** Of a module; of one of Node.js its name. @param {string} name @param {string} from */
function fileOf(name, from) {
  const key = `${from} ${name}`;
  const file = resolved.get(key) ?? createRequire(from).resolve(name);
  resolved.set(key, file);
  return file;
}

/** @typedef {import('./world.mjs').World} World @typedef {import('./store.mjs').Store} Store */

const FROM = inRoot('scripts/simulate.mjs');
const within = (/** @type {string[]} */ ...folders) => {
  const roots = folders.map((folder) => inRoot(folder) + sep);
  return (/** @type {string} */ file) => roots.some((root) => file.startsWith(root));
};

/** What the export of a ledger does with files, at once: a disk would answer when the machine likes. */
const FILES = {
  fs: {
    ...fs,
    createWriteStream: (/** @type {string} */ file) =>
      new Writable({
        write(chunk, _encoding, done) {
          fs.appendFileSync(file, chunk);
          done();
        },
      }),
  },
  'fs/promises': {
    ...fs.promises,
    mkdir: async (/** @type {string} */ folder) => fs.mkdirSync(folder),
    readdir: async (/** @type {string} */ folder) => fs.readdirSync(folder),
    writeFile: async (/** @type {string} */ file, /** @type {string} */ text) => fs.writeFileSync(file, text),
  },
};

/** It changes the driver itself: loaded for each process it would keep all earlier ones in memory. */
const DRIVER_PATCH = inRoot('packages/domain/dist/platform/closed-connections.js');

/**
 * What all processes share: driver, mongoose and packages without a state that matters, on virtual time and simulated
 * connections. A process has the domain and the worker's modules for itself.
 * @param {World} world @param {Store} store @param {() => number} random
 */
export function systemOf(world, store, random) {
  const { timers, promises } = world.timers();
  const bytes = (/** @type {number} */ size) =>
    Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
  const UUID = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;
  const crypto = {
    ...nodeCrypto,
    randomBytes: bytes,
    randomUUID: () => bytes(16).toString('hex').replace(UUID, '$1-$2-4$3-8$4-$5'),
  };
  const math = Object.create(Math, { random: { value: random } });
  const given = { ...world.clock(), ...timers, Math: math };
  const createConnection = () => store.connect(/** @type {any} */ (world.current));
  const replaced = {
    ...FILES,
    timers,
    'timers/promises': promises,
    crypto,
    net: { ...net, createConnection },
  };
  const packages = ['node', 'contracts', 'queues'].map((name) => `packages/${name}/dist`);
  const isShared = within('node_modules/mongodb', 'node_modules/mongoose', ...packages);
  const shared = moduleLoader({ given, replaced, isOwn: isShared });
  const mongoose = shared('mongoose', FROM);
  const ofProcess = within('packages/domain/dist', 'workers/dist');
  const isOwn = (/** @type {string} */ file) => ofProcess(file) && file !== DRIVER_PATCH;
  const next = (/** @type {string} */ file) => shared(file, FROM);
  /** The modules of one process. @returns {(name: string) => any} */
  return () => {
    const own = mongooseOf(mongoose);
    const load = moduleLoader({ given, replaced: { ...replaced, mongoose: own }, isOwn, next });
    return (name) => load(name, FROM);
  };
}

/** With models and a connection of its own. @param {any} mongoose */
function mongooseOf({ Mongoose }) {
  const own = new Mongoose();
  const names = ['model', 'connect', 'disconnect'];
  const bound = Object.fromEntries(names.map((name) => [name, own[name].bind(own)]));
  const { Schema, Document, Types, mongo } = own;
  return { __esModule: true, default: own, ...bound, Schema, Document, Types, mongo };
}
