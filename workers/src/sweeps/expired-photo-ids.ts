import { expireIdentities, expirePhotoIds, type Storage } from '@partnerdesk/domain';
import type { Sweep } from './sweeps';

/** Deletes photo ids and kept identities whose time is over. @param days after the account was closed */
export function expiredPhotoIds(storage: Storage, days: number): Sweep {
  return {
    name: 'expired personal data',
    everyMs: 600_000,
    run: async () => {
      await expirePhotoIds(storage, days);
      await expireIdentities();
    },
  };
}
