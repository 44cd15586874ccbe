import { BSON } from '../driver.mjs';

/** The database in which the engine has what the secondary has. */
const DB = 'secondary';
/** How modes begin that let it answer; in no other read of the product are these words. */
const MODES = ['secondary', 'nearest'];

/**
 * A member that lags behind: it does each write some time after the primary, and answers the reads that any member may
 * answer. As the product reads from the primary alone, it does so only when it is asked.
 */
export class Secondary {
  #store;
  #beginning;
  /** What the primary has done, of which this member has done the first ones. @type {{ at: number, message: Buffer }[]} */
  #writes = [];
  #done = -1;

  /** @param {import('./store.mjs').Store} store @param {[string, object[]][]} beginning documents of collections */
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
      await this.#store.command(command, DB);
      this.#done += 1;
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
