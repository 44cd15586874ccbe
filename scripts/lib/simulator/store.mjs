import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { BSON } from '../driver.mjs';
import { inRoot } from '../paths.mjs';
import { moduleLoader } from './modules.mjs';
import { START_MS } from './world.mjs';

/** @typedef {import('./world.mjs').World} World @typedef {import('./history.mjs').Process} Process */

/**
 * What a command meets: its connection breaks before the database has it, after it was done, or after a part of its writes was;
 * it is done, and the answer is an error; it is refused; its answer takes longer than anybody waits.
 * @typedef {'lost question' | 'lost answer' | 'half done' | 'no majority' | 'not primary' | 'slow'} Fault
 */

const READS = new Set(['find', 'getMore', 'aggregate', 'count', 'distinct']);
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);
const HELLO = new Set(['hello', 'ismaster', 'isMaster']);
const LISTS = ['documents', 'updates', 'deletes'];
/** On the way to the database or back, usually and at most (ms). */
const [USUAL_MS, SLOW_MS] = [1, 90_000];
/** At which byte of a message its command's name begins. */
const NAME_AT = 26;

const NOT_PRIMARY = { ok: 0, code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };
const NO_PRIMARY = { isWritablePrimary: false, ismaster: false, secondary: true };
const TIMED_OUT = { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' };
const NO_MAJORITY = { writeConcernError: TIMED_OUT };

/** The database in which the engine has what the secondary has. */
const SECONDARY = 'secondary';
/** How modes begin that let it answer; in no other read of the product are these words. */
const MODES = ['secondary', 'nearest'];

/** The built-in database in this process, reached by the driver through links that hold, lose and repeat. */
export class Store {
  /** Of its data, and of the exports that histories end with. */
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  /** By how much the database's own clock is wrong (ms). */
  skewMs = 0;
  /** No member is primary until then. */
  electingUntil = 0;
  commands = 0;
  secondary = new Secondary(this, []);
  /** Says what commands meet; before the first one nothing goes wrong. @type {import('./history.mjs').History | undefined} */
  history;

  /** @param {World} world */
  constructor(world) {
    this.world = world;
    const dist = inRoot('packages/embedded-mongo/dist');
    const lmdb = createRequire(join(dist, 'index.js'))('lmdb');
    // What is lost with the machine is not the subject here, and waiting for a disk or another thread costs time.
    const open = (/** @type {object} */ options) => {
      const db = lmdb.open({ ...options, noSync: true });
      db.batch = async (/** @type {() => void} */ work) => db.transactionSync(work);
      return db;
    };
    const given = { Date, performance, Math, setTimeout, setInterval, clearTimeout, clearInterval };
    const isOwn = (/** @type {string} */ file) => file.startsWith(dist);
    const load = moduleLoader({ given, replaced: { lmdb: { ...lmdb, open } }, isOwn });
    const from = join(dist, 'index.js');
    const { Engine } = load('./engine/engine.js', from);
    const now = () => Math.floor(START_MS + this.world.now + this.skewMs);
    this.engine = new Engine({ dataDir: this.folder, now });
    this.wire = load('./server/wire.js', from);
    this.runCommand = load('./commands/registry.js', from).runCommand;
    this.errorReply = load('./server/server.js', from).errorReply;
  }

  /** A connection of a process. @param {Process} owner @returns {Link} */
  connect(owner) {
    return new Link(this.world, owner, (message, socket) => this.#take(owner, socket, message));
  }

  /** A history begins. @param {string} db @param {[string, object[]][]} documents of its collections */
  async begin(db, documents) {
    this.skewMs = 0;
    this.electingUntil = 0;
    this.commands = 0;
    this.secondary = new Secondary(this, documents);
    await this.command({ emptyDatabase: 1 }, db);
    for (const [insert, some] of documents) await this.command({ insert, documents: some }, db);
  }

  /** A command, with the lists that travel beside it. @param {Buffer} message */
  commandIn(message) {
    const read = (/** @type {Buffer} */ bytes) =>
      BSON.deserialize(bytes, { promoteValues: false, promoteBuffers: false });
    const command = read(documentIn(message));
    for (const [name, list] of this.wire.parseMessage(message).sequences) command[name] = list.map(read);
    return command;
  }

  /** Runs a command at once, as the database itself. @param {object} command @param {string} db */
  async command(command, db) {
    const head = Buffer.alloc(21);
    head.writeInt32LE(2013, 12);
    const message = messageOf(head, { ...command, $db: db });
    const reply = await this.runCommand(this.engine, this.wire.parseMessage(message));
    return BSON.deserialize(documentIn(Buffer.concat(this.wire.encodeReply(1, false, reply))));
  }

  async close() {
    await this.engine.close();
    rmSync(this.folder, { recursive: true });
  }

  /** @param {Process} owner @param {Link} socket @param {Buffer} message */
  #take(owner, socket, message) {
    if (!owner.alive) return;
    const { world, history } = this;
    const isQuery = message.readInt32LE(12) === 2004;
    const name = isQuery ? 'hello' : message.toString('latin1', NAME_AT, message.indexOf(0, NAME_AT));
    const isHello = HELLO.has(name);
    const written = WRITES.has(name) ? collectionOf(message) : undefined;
    const writes = (/** @type {string} */ what) => {
      const [collection, command = name] = what.split(' ');
      return written !== undefined && (what === 'write' || (collection === written && command === name));
    };
    const fault = isHello ? undefined : history?.faultOf(owner, name, writes);
    const way = () => (isHello || !history ? USUAL_MS : history.latency());
    const breaks = () => world.after(way(), owner, () => socket.destroy());
    world.after(way(), undefined, async () => {
      if (!isHello) {
        this.commands += 1;
        world.trace(`${owner.name} ${name}${fault ? `, ${fault}` : ''} ${message.length}`);
      }
      const isElecting = world.now < this.electingUntil;
      if (fault === 'lost question') return breaks();
      const refused = fault === 'not primary' || (isElecting && !isHello && name !== 'ping');
      const reply = refused
        ? { ...NOT_PRIMARY, errorLabels: ['RetryableWriteError'] }
        : await this.#do(name, fault === 'half done' ? this.#firstHalf(message) : message);
      if (fault === 'lost answer' || fault === 'half done') return breaks();
      const added = {
        ...(isElecting && isHello && NO_PRIMARY),
        ...(fault === 'no majority' && WRITES.has(name) && NO_MAJORITY),
      };
      const whole = Object.keys(added).length ? { ...plain(reply), ...added } : reply;
      const bytes = Buffer.concat(this.wire.encodeReply(this.wire.requestIdOf(message), isQuery, whole));
      return world.after(
        fault === 'slow' ? SLOW_MS : way(),
        owner,
        () => socket.destroyed || socket.push(bytes),
      );
    });
  }

  /** @param {string} name @param {Buffer} message */
  async #do(name, message) {
    try {
      const request = this.wire.parseMessage(message);
      const older = READS.has(name) ? await this.secondary.answers(message, this.world.now) : undefined;
      const reply = await this.runCommand(this.engine, older ? { ...request, db: older } : request);
      if (WRITES.has(name)) this.secondary.take(this.world.now, message);
      // Some are encoded already.
      return Buffer.isBuffer(reply) ? reply : { ...reply };
    } catch (error) {
      return this.errorReply(error);
    }
  }

  /** The command with the first of its writes only. @param {Buffer} message */
  #firstHalf(message) {
    const command = this.commandIn(message);
    const list = LISTS.find((name) => command[name]?.length > 1);
    if (!list) return message;
    command[list] = command[list].slice(0, Math.ceil(command[list].length / 2));
    return messageOf(message.subarray(0, 21), command);
  }
}

/**
 * A member that lags behind: it does each write some time after the primary, and answers the reads that any member may
 * answer. As the product reads from the primary alone, it does so only when it is asked.
 */
class Secondary {
  #store;
  #beginning;
  /** What the primary has done, of which this member has done the first ones. @type {{ at: number, message: Buffer }[]} */
  #writes = [];
  #done = -1;

  /** @param {Store} store @param {[string, object[]][]} beginning documents of collections */
  constructor(store, beginning) {
    this.#store = store;
    this.#beginning = beginning;
  }

  /** @param {number} at @param {Buffer} message a write that the primary has done */
  take(at, message) {
    this.#writes.push({ at, message });
  }

  /** Of a read that need not be the primary's: the database that answers it, as it was some time ago. @param {Buffer} message @param {number} now */
  async answers(message, now) {
    if (!MODES.some((mode) => message.includes(mode))) return undefined;
    if (this.#done < 0) await this.#copyBeginning();
    const lagMs = this.#store.history?.plan.lagMs ?? 0;
    for (const { at, message } of this.#writes.slice(this.#done)) {
      if (at > now - lagMs) break;
      const { lsid, txnNumber, $db, ...command } = this.#store.commandIn(message);
      await this.#store.command(command, SECONDARY);
      this.#done += 1;
    }
    return SECONDARY;
  }

  async #copyBeginning() {
    this.#done = 0;
    await this.#store.command({ emptyDatabase: 1 }, SECONDARY);
    for (const { ns, indexes } of [...this.#store.engine.catalog.all()]) {
      const [db, ...name] = ns.split('.');
      const specs = indexes
        .slice(1)
        .map((/** @type {{ spec: Buffer }} */ { spec }) => BSON.deserialize(spec));
      if (db !== SECONDARY && specs.length)
        await this.#store.command({ createIndexes: name.join('.'), indexes: specs }, SECONDARY);
    }
    for (const [insert, documents] of this.#beginning)
      await this.#store.command({ insert, documents }, SECONDARY);
  }
}

/** @param {Buffer} head of it, but for its length @param {object} document */
function messageOf(head, document) {
  const message = Buffer.concat([head, BSON.serialize(document)]);
  message.writeInt32LE(message.length, 0);
  return message;
}

/** What a command's name names: text with its length before it. @param {Buffer} message */
function collectionOf(message) {
  const at = message.indexOf(0, NAME_AT) + 1;
  return message.toString('latin1', at + 4, at + 3 + message.readInt32LE(at));
}

/** @param {object} reply */
const plain = (reply) => (Buffer.isBuffer(reply) ? BSON.deserialize(reply) : reply);

/** The first section of an answer or a question. @param {Buffer} message */
const documentIn = (message) => message.subarray(21, 21 + message.readInt32LE(21));

/** One end of a connection, as the driver sees it. */
class Link extends Duplex {
  /** @type {Buffer} */
  #rest = Buffer.alloc(0);
  /** @type {import('./world.mjs').Happening | undefined} */
  #due;
  remoteAddress = 'database';
  remotePort = 1;
  setKeepAlive = () => this;
  setNoDelay = () => this;
  ref = () => this;
  unref = () => this;

  /** @param {World} world @param {Process} owner @param {(message: Buffer, link: Link) => void} onMessage */
  constructor(world, owner, onMessage) {
    super();
    this.world = world;
    this.onMessage = onMessage;
    world.after(USUAL_MS, owner, () => this.emit('connect'));
  }
  /** @override */
  _read() {}
  /** @override @param {Buffer} chunk @param {string} _encoding @param {() => void} done */
  _write(chunk, _encoding, done) {
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    while (this.#rest.length >= 4 && this.#rest.length >= this.#rest.readInt32LE(0)) {
      const size = this.#rest.readInt32LE(0);
      this.onMessage(this.#rest.subarray(0, size), this);
      this.#rest = this.#rest.subarray(size);
    }
    done();
  }
  /** @param {number} ms */
  setTimeout(ms) {
    if (this.#due) this.#due.run = () => {};
    const due = () => this.destroyed || this.emit('timeout');
    this.#due = ms ? this.world.after(ms, this.world.current, due) : undefined;
    return this;
  }
}
