import { expirePhotoIds, type Storage } from '@partnerdesk/domain';
import type { Sweep } from './sweeps';

/** Deletes photo ids whose time is over. @param days after the account was closed */
export function expiredPhotoIds(storage: Storage, days: number): Sweep {
  return { name: 'expired photo ids', everyMs: 600_000, run: () => expirePhotoIds(storage, days) };
}
