import nodeCrypto from 'node:crypto';
import net from 'node:net';
import { sep } from 'node:path';
import { inRoot } from '../paths.mjs';
import { moduleLoader } from './modules.mjs';

/** @typedef {import('./world.mjs').World} World @typedef {import('./store.mjs').Store} Store */

const FROM = inRoot('scripts/simulate.mjs');
const within = (/** @type {string[]} */ ...folders) => {
  const roots = folders.map((folder) => inRoot(folder) + sep);
  return (/** @type {string} */ file) => roots.some((root) => file.startsWith(root));
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
    randomInt: (/** @type {number} */ least, /** @type {number | undefined} */ end) =>
      end === undefined ? Math.floor(random() * least) : least + Math.floor(random() * (end - least)),
  };
  const math = Object.create(Math, { random: { value: random } });
  const given = { ...world.clock(), ...timers, Math: math };
  const createConnection = () => store.connect(/** @type {any} */ (world.current));
  const replaced = { timers, 'timers/promises': promises, crypto, net: { ...net, createConnection } };
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

/** mongoose with models and a connection of its own. @param {any} mongoose */
function mongooseOf(mongoose) {
  const own = new mongoose.Mongoose();
  const names = ['model', 'connect', 'disconnect'];
  const bound = Object.fromEntries(names.map((name) => [name, own[name].bind(own)]));
  const { Schema, Document, Types, mongo } = own;
  return { __esModule: true, default: own, ...bound, Schema, Document, Types, mongo };
}
