import { MongoError } from '../errors';
import { Catalog } from '../store/catalog';
import { diskRefusal } from '../store/disk';
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
  private unlock: (() => void) | undefined;

  /** Opens and locks the folder; on a disk that takes no writes it serves reads only until it does. Throws FolderLockedError. */
  constructor({ dataDir, ...options }: EngineOptions) {
    try {
      this.unlock = lockFolder(dataDir);
    } catch (error) {
      if (!diskRefusal(error)) throw error;
    }
    this.now = options.now ?? Date.now;
    this.store = new Store(dataDir);
    this.catalog = new Catalog(this.store);
    this.store.mayWrite = () => this.lockLate(dataDir);
    this.records = new Records(this.store, this.catalog);
    this.cursors = new Cursors(options.cursorTimeoutMs ?? 600_000, this.now);
    this.sessions = new Sessions(this.store, this.now);
  }

  /** Before a write: takes the lock that the disk refused at the start. What another process wrote since then is read. */
  private lockLate(dataDir: string): void {
    if (this.unlock) return;
    try {
      this.unlock = lockFolder(dataDir);
      this.catalog.load();
    } catch (error) {
      throw diskRefusal(error) ?? new MongoError('OutOfDiskSpace', (error as Error).message);
    }
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
    try {
      this.unlock?.();
    } catch (error) {
      // On a full disk the name of a process stays that has ended: as good as released.
      if (!diskRefusal(error)) throw error;
    }
  }
}
