import { Catalog } from '../store/catalog';
import { lockFolder } from '../store/lock';
import { Records } from '../store/records';
import { Store } from '../store/store';
import { Cursors } from './cursors';
import { Sessions } from './sessions';

export interface EngineOptions {
  dataDir: string;
  /** An idle cursor is closed after this long, ms. MongoDB's ten minutes by default. */
  cursorTimeoutMs?: number;
  /** The clock, for tests. */
  now?: () => number;
}

/** Everything a command needs. */
export class Engine {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly records: Records;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  readonly now: () => number;
  /** Set once it listens; hello names it. */
  port = 0;
  private clearing: Promise<void> | undefined;
  private closed = false;
  private readonly unlock: () => void;

  /** Opens and locks the folder. Throws FolderLockedError. */
  constructor(options: EngineOptions) {
    this.unlock = lockFolder(options.dataDir);
    this.now = options.now ?? Date.now;
    this.store = new Store(options.dataDir);
    this.catalog = new Catalog(this.store);
    this.records = new Records(this.store, this.catalog);
    this.cursors = new Cursors(options.cursorTimeoutMs ?? 600_000, this.now);
    this.sessions = new Sessions(this.store, this.now);
  }

  /** Drops the indexes whose building a crash has cut short. To be awaited before anything else. */
  async recover(): Promise<void> {
    for (const info of this.catalog.all()) {
      const unfinished = info.indexes.filter(({ ready }) => !ready);
      if (unfinished.length > 0)
        await this.store.write(() => {
          this.catalog.discard(unfinished.map(({ tree }) => tree));
          this.catalog.save({ ...info, indexes: info.indexes.filter(({ ready }) => ready) });
        });
    }
  }

  /** Clears away in the background what was dropped. */
  clearGarbage(): void {
    this.clearing ??= this.clear().finally(() => {
      this.clearing = undefined;
    });
  }

  private async clear(): Promise<void> {
    while (!this.closed && (await this.store.write(() => this.catalog.sweep()).catch(() => false)));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.clearing;
    await this.store.close();
    this.unlock();
  }
}
