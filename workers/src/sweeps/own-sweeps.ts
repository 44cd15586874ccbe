import {
  addClicks,
  databaseNow,
  dayOf,
  expireIdentities,
  expirePhotoIds,
  findJoinBursts,
  judgeClicks,
  removeAbandonedUploads,
  removeOldResultRuns,
  type Storage,
  takeNightlyBackup,
} from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import { type ClickBuffer, type ClickNetworks, hourOf } from '@partnerdesk/queues';
import type { Sweep } from './sweeps';

// Sweeps that need a part or a setting of the worker's process; the others are in SWEEPS.

/** Stores the clicks that web servers have gathered (docs/RULES.md, Clicks). */
export const flushClicks = (clicks: ClickBuffer): Sweep => ({
  name: 'clicks',
  everyMs: 3000,
  run: () => clicks.drain(addClicks),
});

/** Finds bursts of joins, and of clicks from one network, of this hour and the last (docs/RULES.md, Fraud signals). */
export function bursts(networks: ClickNetworks): Sweep {
  return { name: 'bursts', everyMs: 300_000, run: () => findBursts(networks) };
}

export async function findBursts(networks: ClickNetworks): Promise<void> {
  const joined = await findJoinBursts();
  const hour = hourOf(Date.now());
  for (const each of [hour - 1, hour])
    for await (const counts of networks.read(each)) await judgeClicks(each, counts, joined);
}

/** Removes files that no picture has, and files of results that are old. */
export function abandonedUploads(storage: Storage): Sweep {
  return {
    name: 'abandoned uploads',
    everyMs: 600_000,
    run: async () => {
      await removeAbandonedUploads(storage);
      await removeOldResultRuns(storage);
    },
  };
}

/** Deletes photo ids and kept identities whose time is over. @param days after the account was closed */
export function expiredPhotoIds(storage: Storage, days: number): Sweep {
  return {
    name: 'expired personal data',
    everyMs: 600_000,
    run: async () => {
      await expirePhotoIds(storage, days);
      await expireIdentities(dayOf(databaseNow()));
    },
  };
}

/** Backs up once a day, as soon as the business day has begun; none without BACKUP_DIR. */
export function nightlyBackup({ backupDir, dataDir }: Pick<Env, 'backupDir' | 'dataDir'>): Sweep[] {
  if (!backupDir) return [];
  const run: Sweep['run'] = (_queues, _logger, signal) => takeNightlyBackup(backupDir, dataDir, signal);
  return [{ name: 'nightly backup', everyMs: 600_000, run }];
}
