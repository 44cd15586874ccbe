import type { BusinessDay } from '@partnerdesk/contracts';
import { auditDigest, journalDigest, today } from '@partnerdesk/domain';
import type { Logger } from '@partnerdesk/node';

let loggedDay: BusinessDay | undefined;

/**
 * Logs the digests of the journal and of the audit log once a day: kept apart from the database, they prove later that
 * nothing was altered or cut off until then (docs/RULES.md, Proof).
 */
export async function logDailyDigest(logger: Logger, day = today()): Promise<void> {
  if (loggedDay === day) return;
  const { number, hash } = await journalDigest();
  if (hash) logger.info({ digest: `${number}:${hash}` }, 'digest of the journal');
  const audit = await auditDigest();
  if (audit.hash) logger.info({ digest: `${audit.number}:${audit.hash}` }, 'digest of the audit log');
  loggedDay = day;
}
