import { removeAbandonedUploads, type Storage } from '@partnerdesk/domain';
import type { Sweep } from './sweeps';

/** Removes files that no picture has. */
export function abandonedUploads(storage: Storage): Sweep {
  return { name: 'abandoned uploads', everyMs: 600_000, run: () => removeAbandonedUploads(storage) };
}
