import type { BusinessDay } from '@partnerdesk/contracts';
import {
  type Anchor,
  addClicks,
  appendAnchor,
  databaseNow,
  dayOf,
  expireIdentities,
  expirePhotoIds,
  findJoinBursts,
  judgeClicks,
  lastAnchor,
  mailOf,
  missingOf,
  removeAbandonedUploads,
  removeOldResultRuns,
  type Storage,
  storeMail,
  takeAnchor,
  takeNightlyBackup,
  today,
} from '@partnerdesk/domain';
import { type Env, type Logger, metrics } from '@partnerdesk/node';
import { type ClickBuffer, type ClickNetworks, hourOf } from '@partnerdesk/queues';
import { mailNotices } from './make-jobs';
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

/** Where digests are kept outside of the database; missing: in the log alone. */
type Outside = Partial<Pick<Env, 'proofFile' | 'proofMail'>>;

const textOf = ({ number, hash = 'none' }: { number: number; hash?: string }) => `${number}:${hash}`;

/**
 * Keeps each day's digests (docs/RULES.md, Proof). A day's first call compares the database with those of the day before,
 * from outside and memory; after a difference nothing is noted that would hide it. @returns ids of the mails about it
 */
export function digestKeeper({ proofFile, proofMail }: Outside) {
  let noted: { anchor: Anchor; day: BusinessDay } | undefined;
  return async (logger: Logger, day = today()): Promise<string[]> => {
    if (noted?.day === day) return [];
    const last = proofFile ? lastAnchor(proofFile) : undefined;
    const missing = (last && (await missingOf(last))) ?? (noted && (await missingOf(noted.anchor)));
    const anchor = missing && noted ? noted.anchor : await takeAnchor();
    metrics.proofDiffers.set(missing ? 1 : 0);
    const [journal, auditLog] = [textOf(anchor.journal), textOf(anchor.auditLog)];
    // Before the file, which may be on a disk that is full or away: then the mail alone shows them.
    const given = { day, journal, auditLog, ...(missing && { missing }) };
    const mailID = `proof-${missing ? 'differs' : 'digest'}.${day}`;
    const mailIDs = proofMail
      ? [await storeMail(mailOf('proof-digest', { to: proofMail }, given), mailID)]
      : [];
    if (missing) logger.error({ missing }, 'the database is not what an earlier digest says');
    else {
      if (anchor.journal.hash) logger.info({ digest: journal }, 'digest of the journal');
      if (anchor.auditLog.hash) logger.info({ digest: auditLog }, 'digest of the audit log');
      // Another worker of this machine may have appended the day's.
      if (proofFile && !(last && dayOf(Date.parse(last.at)) === day)) await appendAnchor(proofFile, anchor);
    }
    noted = { anchor, day };
    return mailIDs;
  };
}

export function dailyDigest(outside: Outside): Sweep {
  const keep = digestKeeper(outside);
  return {
    name: 'daily digest of the ledger',
    everyMs: 60_000,
    run: ({ mail }, logger) => mailNotices(mail, () => keep(logger)),
  };
}
