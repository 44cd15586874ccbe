import { DependencyError } from '@partnerdesk/node';
import { linkAfter } from './journal-chain';
import { JournalModel } from './ledger.models';

/*
 * What this process remembers of the journal, to notice a database that answers with an older state than it has shown
 * before (restored, rolled back, lagging behind): a record planned on that would count again what it does not show.
 */

/** The newest record that this process has appended, or has planned upon. */
let newest: { database: string; seq: number; hash: string } | undefined;

/** While the database does so, nothing is written to the ledger. */
export class LedgerIsOlder extends DependencyError {
  constructor(seq: number, found: string) {
    super(
      'the database',
      `answers with an older state of the ledger: journal record ${seq}, which this process has seen, ${found}. ` +
        'Nothing is stored. See docs/RUNBOOK.md, "An older state"',
    );
  }
}

export function rememberRecord(seq: number, hash: string): void {
  newest = { database: JournalModel.db.name, seq, hash };
}

/** Remembers nothing of any journal: this process leaves its database, or empties it. */
export function forgetJournal(): void {
  newest = undefined;
}

const remembered = () => (newest?.database === JournalModel.db.name ? newest : undefined);

/** The number of the newest record that this process has seen; 0: none. */
export const newestSeen = (): number => remembered()?.seq ?? 0;

/** Checks how far a reading of the journal went. @param atLeast newestSeen before it @throws LedgerIsOlder */
export function checkReached(seq: number, atLeast: number): void {
  if (seq < atLeast) throw new LedgerIsOlder(atLeast, `is not among its ${seq} records`);
}

/** Makes sure that reads show the newest record that this process has seen. @throws LedgerIsOlder */
export async function checkNewest(): Promise<void> {
  const seen = remembered();
  if (!seen) return;
  const stored = await JournalModel.findById(seen.seq, { hash: 1 }).lean();
  if (!stored) throw new LedgerIsOlder(seen.seq, 'is missing');
  if (stored.hash !== seen.hash) throw new LedgerIsOlder(seen.seq, 'is another one now');
}

/**
 * The hash that the record after `seq`, the last one as the head says, names. Asked before that record is planned, so that
 * what is read for the plan is not older. @throws LedgerIsOlder, JournalBroken
 */
export async function linkToPlanOn(seq: number): Promise<string> {
  checkReached(seq, newestSeen());
  const seen = remembered();
  const [link] = await Promise.all([seq === seen?.seq ? seen.hash : linkAfter(seq), checkNewest()]);
  if (seq > 0) rememberRecord(seq, link);
  return link;
}
