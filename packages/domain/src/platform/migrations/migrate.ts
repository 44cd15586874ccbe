import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@partnerdesk/node';
import { plainModel, upsert } from '../collections';
import { domainConfig } from '../config';
import { ensureIndexes, indexesDigest } from '../indexes';
import { withPatientClient } from '../patient-client';

export interface Migration {
  name: string;
  /**
   * Goes on where it was cut off: every step is safe to repeat, and what servers of the version before read stays. Call
   * `keep` before each step, which throws once another process has taken over.
   */
  run: (keep: () => Promise<void>) => Promise<void>;
}

/** In order: the first makes format 1, the last one today's. Add at the end; never change one. */
const MIGRATIONS: readonly Migration[] = [{ name: 'begin with format 1', run: (keep) => keep() }];

/** Which format the stored data has, and who is changing it: one document. */
export interface Format {
  _id: 'format';
  /** Every migration through this one is done. */
  version: number;
  /** Which indexes were made (indexesDigest); missing: none yet. */
  indexes?: string;
  /** Process that migrates; missing: nobody does. */
  holder?: string;
  /** Grows with each claim and sign of life: who holds an older one has lost the claim. */
  fence: number;
}

export const FormatModel = plainModel<Format>('Format', 'format', String);

const ID = 'format' as const;

/** A holder without a sign of life for so long, by the clock of who waits, is dead or paused (ms). */
const DEAD_MS = 15_000;
const BEAT_MS = 3000;
const LOOK_MS = 200;

/**
 * Brings the stored data and its indexes to this version, which may take hours. Of several processes one migrates; one that
 * dies is followed by the next, which goes on from the migration that was cut off, and one that was paused is fenced off.
 * @throws StartError when the data is of a newer version
 */
export async function migrate({ migrations = MIGRATIONS, deadMs = DEAD_MS } = {}): Promise<void> {
  const indexes = indexesDigest();
  let seen: Format | undefined;
  let since = 0;
  for (;;) {
    const format = await readFormat();
    if (format.version > migrations.length)
      throw new StartError(
        `The data has format ${format.version}, and this version knows formats up to ${migrations.length}: a newer version has written it. Start that version, or restore a backup from before it.`,
      );
    if (format.version === migrations.length && format.indexes === indexes) return;
    if (format.fence !== seen?.fence) {
      seen = format;
      since = Date.now();
    }
    if (!format.holder || Date.now() - since > deadMs) await runClaimed(format, migrations, indexes);
    else await delay(LOOK_MS);
  }
}

async function readFormat(): Promise<Format> {
  const found = await FormatModel.findById(ID).lean<Format>();
  if (found) return found;
  await upsert(FormatModel, { _id: ID }, { $setOnInsert: { version: 0, fence: 0 } });
  return readFormat();
}

/** Does nothing if another process has claimed it first. @throws Error when one takes over */
async function runClaimed(
  { fence, version: first }: Format,
  migrations: readonly Migration[],
  indexes: string,
): Promise<void> {
  const holder = randomUUID();
  const claim = { $set: { holder }, $inc: { fence: 1 } };
  if ((await FormatModel.updateOne({ _id: ID, fence, version: first }, claim)).matchedCount === 0) return;
  let version = first;
  const update = async (change: object = {}) => {
    const mine = { _id: ID, holder, version } as const;
    const { matchedCount } = await FormatModel.updateOne(mine, { ...change, $inc: { fence: 1 } });
    if (matchedCount === 0) throw new Error('another process has taken over the migration');
  };
  const beat = setInterval(() => void update().catch(() => undefined), BEAT_MS);
  try {
    for (const { name, run } of migrations.slice(first)) {
      const started = Date.now();
      await run(() => update());
      await update({ $set: { version: version + 1 } });
      version += 1;
      const log = { format: version, migration: name, durationMs: Date.now() - started };
      domainConfig().logger?.info(log, 'data migrated');
    }
    const started = Date.now();
    await withPatientClient(ensureIndexes);
    domainConfig().logger?.info({ durationMs: Date.now() - started }, 'indexes made');
    await update({ $set: { indexes }, $unset: { holder: 1 } });
  } finally {
    clearInterval(beat);
  }
}
