import type { BusinessDay } from '@partnerdesk/contracts';
import { journalDigest, today } from '@partnerdesk/domain';
import type { Logger } from '@partnerdesk/node';

let loggedDay: BusinessDay | undefined;

/**
 * Logs the digest of the journal once a day: kept apart from the database, it proves later that no record was altered
 * or cut off until then (docs/RULES.md, Proof).
 */
export async function logDailyDigest(logger: Logger, day = today()): Promise<void> {
  if (loggedDay === day) return;
  const { number, hash } = await journalDigest();
  if (hash) logger.info({ digest: `${number}:${hash}` }, 'digest of the journal');
  loggedDay = day;
}
