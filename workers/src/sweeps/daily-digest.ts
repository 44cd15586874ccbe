import type { BusinessDay } from '@partnerdesk/contracts';
import {
  type Anchor,
  appendAnchor,
  dayOf,
  lastAnchor,
  mailOf,
  missingOf,
  storeMail,
  takeAnchor,
  today,
} from '@partnerdesk/domain';
import { type Env, type Logger, metrics } from '@partnerdesk/node';

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
