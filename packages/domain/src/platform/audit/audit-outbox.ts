import { randomUUID } from 'node:crypto';
import mongoose, { type QueryFilter, Schema } from 'mongoose';
import type { AnyModel, ModelOf } from '../collections';
import { domainConfig } from '../config';
import { isSealOf, sealOf } from '../crypto/seals';
import { type AuditEntry, writeAudit } from './audit';

/*
 * A change of a document and its entry are one write: the entry rides in the document until who made the change, or a sweep
 * of the worker, has moved it into the log (docs/RULES.md, Accounts and access "Audit log"). Its key lets it in once.
 */

interface OutboxEntry {
  at: Date;
  entry: AuditEntry & { key: string };
  /** Seal of both: who can write to the database alone brings no line into the log. */
  seal: string;
}

type Outbox = { at: Date; last: string; entries: OutboxEntry[] };

type OutboxDocument = { _id: unknown; auditOutbox?: Outbox };
type Query = Record<string, unknown>;
type Update = Partial<Record<`$${string}`, object>>;

/** Lets the documents of a schema carry entries of the audit log. */
// biome-ignore lint/suspicious/noExplicitAny: any schema
export function carriesAudit(schema: Schema<any>): void {
  schema.add({ auditOutbox: Schema.Types.Mixed });
  schema.index({ 'auditOutbox.at': 1 }, { partialFilterExpression: { 'auditOutbox.at': { $exists: true } } });
}

const SUBJECT = 'audit log';

function outboxEntriesOf(entries: readonly AuditEntry[]): OutboxEntry[] {
  return entries.map((each) => {
    const [at, entry] = [new Date(), { key: randomUUID(), ...each }];
    return { at, entry, seal: sealOf(SUBJECT, 'entry', () => ({ at, entry })) };
  });
}

function isOwn({ at, entry, seal }: OutboxEntry): boolean {
  const isOwn = isSealOf(seal, SUBJECT, 'entry', () => ({ at, entry }));
  if (!isOwn)
    domainConfig().logger?.error({ action: entry?.action }, 'an entry of the audit log is not ours');
  return isOwn;
}

export function withAudit<U extends Update>(update: U, ...entries: readonly AuditEntry[]): U {
  const added = outboxEntriesOf(entries);
  const last = added.at(-1);
  if (!last) return update;
  return {
    ...update,
    $set: { ...update.$set, 'auditOutbox.at': last.at, 'auditOutbox.last': last.entry.key },
    $push: { ...update.$push, 'auditOutbox.entries': { $each: added } },
  };
}

/** The outbox of a document that is inserted with its entry. */
export function recorded(entry: AuditEntry): { auditOutbox: Outbox } {
  const [only] = outboxEntriesOf([entry]) as [OutboxEntry];
  return { auditOutbox: { at: only.at, last: only.entry.key, entries: [only] } };
}

/**
 * Changes one document and has the entries in the log before it returns.
 * @returns the document as it is then, its outbox included; null: none meets the query, and nothing was changed
 */
export async function updateAudited<Stored>(
  model: ModelOf<Stored>,
  query: QueryFilter<Stored>,
  update: Update,
  ...entries: readonly AuditEntry[]
): Promise<Stored | null> {
  const audited = withAudit(update, ...entries);
  const changed: (Stored & { _id: unknown }) | null = await model
    .findOneAndUpdate(query, audited, { returnDocument: 'after' })
    .lean();
  // The query may not find it any more.
  if (changed) await deliverAudit(model, { _id: changed._id });
  return changed;
}

/** Moves the entries of one document into the log. Call it after the change. */
export async function deliverAudit(model: AnyModel, query: Query): Promise<void> {
  for (;;) {
    const found: OutboxDocument | null = await model.findOne(query, { auditOutbox: 1 }).lean();
    if (!found?.auditOutbox) return;
    const { entries, last } = found.auditOutbox;
    await Promise.all(entries.filter(isOwn).map(({ entry, at }) => writeAudit(entry, at)));
    // One that was added meanwhile is moved in the next round.
    await model.updateOne({ _id: found._id, 'auditOutbox.last': last }, { $unset: { auditOutbox: 1 } });
  }
}

/** Longer than it takes from a change to moving its entry (ms). */
const FORGOTTEN_MS = 60_000;

/** Moves entries whose process died after the change. Safe to race with those who move their own. @returns of how many documents */
export async function deliverForgotten(before = new Date(Date.now() - FORGOTTEN_MS)): Promise<number> {
  let documents = 0;
  for (const model of Object.values(mongoose.models)) {
    if (!model.schema.path('auditOutbox')) continue;
    const ids: OutboxDocument[] = await model.find({ 'auditOutbox.at': { $lte: before } }, { _id: 1 }).lean();
    for (const { _id } of ids) await deliverAudit(model, { _id });
    documents += ids.length;
  }
  return documents;
}
