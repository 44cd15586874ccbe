import { SUB_IDS, subIdsOf } from '@partnerdesk/contracts';
import { DependencyError } from '@partnerdesk/node';
import mongoose from 'mongoose';
import { canonicalJson, GENESIS, sha256, signatureOf, signingKeyID } from '../platform';
import { type Effects, insertedInto, nameOf, operationsOn } from './effects';
import {
  type Attribution,
  AttributionModel,
  EntryModel,
  EventModel,
  JournalModel,
  type JournalProof,
  type JournalRecord,
  type LedgerEntry,
  PendingReleaseModel,
  type StoredEvent,
} from './ledger.models';

/*
 * Each record carries the keyed hash of its content and of the record before (docs/RULES.md, Proof). What the office does is
 * kept in full; a record of events, which stay stored, keeps digests of what it took in and decided.
 */

const { Binary } = mongoose.mongo.BSON;

/** The journal's chain is broken: a record that was appended is not what it was, or does not follow the one before. */
export class JournalBroken extends Error {
  constructor(seq: number, what: string) {
    super(`journal record ${seq}: ${what}`);
    this.name = 'JournalBroken';
  }
}

type Unproved = Pick<JournalRecord, '_id' | 'at' | 'writer' | 'note' | 'audits' | 'details'>;

/** @throws JournalBroken: this process lacks the key */
function hashOf(record: Unproved & Pick<JournalProof, 'digests' | 'prev' | 'keyID'>): string {
  const { _id, at, writer, note, audits, details, digests, prev, keyID } = record;
  const content = canonicalJson({ _id, at, writer, note, audits, details, digests, prev, keyID });
  const hash = signatureOf(keyID, content);
  if (hash === undefined)
    throw new JournalBroken(_id, `is signed under the key ${keyID}, which PROOF_KEY lacks`);
  return hash;
}

/** @param bytes the effects as they are stored */
export function proofOf(record: Unproved, effects: Effects, bytes: Uint8Array, prev: string): JournalProof {
  const kept = isOfEvents(effects) ? undefined : canonicalJson(effects);
  const digests: JournalProof['digests'] = {
    effects: sha256(bytes),
    ...(kept === undefined ? digestsOfEvents(effects) : { kept: sha256(kept) }),
  };
  const link = { prev, keyID: signingKeyID(), digests };
  return { ...link, hash: hashOf({ ...record, ...link }), ...(kept !== undefined && { kept }) };
}

/** Collections that records with events alone write. */
const OF_EVENTS = [EventModel, AttributionModel, PendingReleaseModel].map(nameOf);

function isOfEvents(effects: Effects): boolean {
  return Object.values(effects).some((lists) => OF_EVENTS.some((name) => lists && name in lists));
}

function digestsOfEvents(effects: Effects) {
  const events = insertedInto(effects, EventModel);
  const released = operationsOn(effects, 'set', EventModel);
  const settled = [
    ...events.filter(({ state }) => state !== 'waiting').map((event) => settledLine(event._id, event)),
    ...released.filter(({ set }) => set.state).map(({ _id, set }) => settledLine(String(_id), set)),
  ];
  const lines = Object.entries({
    events: events.map(({ _id, hash }) => JSON.stringify([_id, hash])),
    settled,
    entries: insertedInto(effects, EntryModel).map(entryLine),
    attributions: insertedInto(effects, AttributionModel).map(attributionLine),
  }).filter(([, some]) => some.length > 0);
  // Lines are digested in the order in which JavaScript sorts texts.
  return Object.fromEntries(lines.map(([name, some]) => [name, sha256(some.sort().join('\n'))]));
}

function settledLine(eventID: string, event: Partial<StoredEvent>): string {
  const { state, reason, saleID, affID, commission, tid, lp, rule } = event;
  return JSON.stringify([eventID, state, reason, saleID, affID, commission, tid, lp, ...given(rule)]);
}

/** At the end of a line, where there is one. */
const given = (rule: string | undefined): string[] => (rule === undefined ? [] : [rule]);

function entryLine(entry: LedgerEntry): string {
  const { _id, payee, type, at, day, postedDay, amountCents, payoutCents, commission } = entry;
  const { memberID, saleID, transactionType } = entry;
  const own = [_id, payee, type, at.getTime(), day, postedDay, amountCents, payoutCents, commission];
  own.push(memberID as number, saleID as number, transactionType as string, ...given(entry.rule));
  return JSON.stringify(own);
}

function attributionLine({ _id, affID, tid, lp, day, ...rest }: Attribution): string {
  const subs = subIdsOf(rest);
  return JSON.stringify([_id, affID, tid, lp, day, ...SUB_IDS.map((id) => subs[id] ?? '')]);
}

/** The hash that the record after `seq` names. @throws JournalBroken */
export async function linkAfter(seq: number): Promise<string> {
  if (seq === 0) return GENESIS;
  const record = await JournalModel.findById(seq, { hash: 1 }).lean();
  if (!record) throw new JournalBroken(seq, 'is missing');
  return record.hash;
}

/** @param link of the record before (linkAfter) @returns the record's own @throws JournalBroken */
export function checkLinkOrThrow(record: JournalRecord, link: string): string {
  const { _id, effects, kept, prev, hash, digests } = record;
  if (prev !== link) throw new JournalBroken(_id, 'does not follow the one before');
  if (hash !== hashOf(record)) throw new JournalBroken(_id, 'its content is not that of its hash');
  if (kept !== undefined && sha256(kept) !== digests.kept)
    throw new JournalBroken(_id, 'what it keeps is not what was appended');
  if (effects && !(effects instanceof Binary && sha256(effects.buffer) === digests.effects))
    throw new JournalBroken(_id, 'its effects are not those that were appended');
  return hash;
}

/*
 * What this process remembers of the journal, to notice a database that answers with an older state than it has shown
 * before (restored, rolled back, lagging behind): a record planned on that would count again what it does not show.
 */

/** The newest record that this process has appended, or has planned upon. */
let newest: { seq: number; hash: string } | undefined;

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
  newest = { seq, hash };
}

/** Remembers nothing of any journal: this process leaves its database, or empties it. */
export function forgetJournal(): void {
  newest = undefined;
}

/** The number of the newest record that this process has seen; 0: none. */
export const newestSeen = (): number => newest?.seq ?? 0;

/** Checks how far a reading of the journal went. @param atLeast newestSeen before it @throws LedgerIsOlder */
export function checkReached(seq: number, atLeast: number): void {
  if (seq < atLeast) throw new LedgerIsOlder(atLeast, `is not among its ${seq} records`);
}

/** Makes sure that reads show the newest record that this process has seen. @throws LedgerIsOlder */
export async function checkNewest(): Promise<void> {
  const seen = newest;
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
  const seen = newest;
  const [link] = await Promise.all([seq === seen?.seq ? seen.hash : linkAfter(seq), checkNewest()]);
  if (seq > 0) rememberRecord(seq, link);
  return link;
}
