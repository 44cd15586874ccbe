import { removeAbandonedUploads, removeOldResultRuns, type Storage } from '@partnerdesk/domain';
import type { Sweep } from './sweeps';

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
