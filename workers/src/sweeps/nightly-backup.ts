import { takeNightlyBackup } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { Sweep } from './sweeps';

/** Backs up once a day, as soon as the business day has begun; none without BACKUP_DIR. */
export function nightlyBackup({ backupDir, dataDir }: Pick<Env, 'backupDir' | 'dataDir'>): Sweep[] {
  if (!backupDir) return [];
  const run: Sweep['run'] = (_queues, _logger, signal) => takeNightlyBackup(backupDir, dataDir, signal);
  return [{ name: 'nightly backup', everyMs: 600_000, run }];
}
