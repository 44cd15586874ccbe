import { BSON } from '../driver.mjs';

/** @typedef {import('./store.mjs').Store} Store */

/** The database in which the engine has what the secondary has. */
const DB = 'secondary';
/** How modes begin that let it answer; in no other read of the product are these words. */
const MODES = ['secondary', 'nearest'];

/**
 * A member that lags behind: it does each write some time after the primary, and answers the reads that any member may
 * answer. As the product reads from the primary alone, it does so only when it is asked.
 */
export class Secondary {
  /** By how much (ms). */
  lagMs = 0;
  #store;
  /** With what the history began. @type {[string, object[]][]} */
  #beginning = [];
  /** What the primary has done, of which this member has done the first ones. @type {{ at: number, message: Buffer }[]} */
  #writes = [];
  #done = -1;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  /** @param {[string, object[]][]} beginning documents of collections */
  begin(beginning) {
    this.#beginning = beginning;
    this.#writes = [];
    this.#done = -1;
  }

  /** @param {number} at @param {Buffer} message a write that the primary has done */
  take(at, message) {
    this.#writes.push({ at, message });
  }

  /** Of a read that need not be the primary's: the database that answers it, as it was some time ago. @param {Buffer} message @param {number} now */
  async answers(message, now) {
    if (!MODES.some((mode) => message.includes(mode))) return undefined;
    if (this.#done < 0) await this.#copyBeginning();
    for (; this.#done < this.#writes.length; this.#done += 1) {
      const { at, message } = /** @type {{ at: number, message: Buffer }} */ (this.#writes[this.#done]);
      if (at > now - this.lagMs) break;
      const { lsid, txnNumber, $db, ...command } = this.#store.commandIn(message);
      await this.#store.command(command, DB);
    }
    return DB;
  }

  async #copyBeginning() {
    this.#done = 0;
    await this.#store.command({ emptyDatabase: 1 }, DB);
    for (const { ns, indexes } of [...this.#store.engine.catalog.all()]) {
      const [db, ...name] = ns.split('.');
      const specs = indexes
        .slice(1)
        .map((/** @type {{ spec: Buffer }} */ { spec }) => BSON.deserialize(spec));
      if (db !== DB && specs.length)
        await this.#store.command({ createIndexes: name.join('.'), indexes: specs }, DB);
    }
    for (const [insert, documents] of this.#beginning) await this.#store.command({ insert, documents }, DB);
  }
}
