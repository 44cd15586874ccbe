import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  AppError,
  POSTBACK_LOG_ROWS,
  POSTBACK_MACROS,
  type Postback,
  type PostbackCallRow,
  type PostbackSaved,
} from '@partnerdesk/contracts';
import { catchUpLedger, databaseNow } from '../../ledger';
import {
  type AuditEntry,
  AuditModel,
  type By,
  deliverAudit,
  encryptField,
  updateAudited,
  upsert,
} from '../../platform';
import { endWaitingCalls } from './call-postbacks';
import {
  PostbackCallModel,
  PostbackCursorModel,
  PostbackModel,
  postbackContext,
  type StoredPostback,
  type StoredPostbackCall,
} from './postback.model';

/** `address` is checked by addressProblem; it is empty only while the postback is not active. */
export type PostbackInput = Omit<Postback, 'hasSecret'>;

export async function readPostback(affID: number): Promise<Postback> {
  return presentStored(await PostbackModel.findById(affID).lean<StoredPostback>());
}

const presentStored = (stored: StoredPostback | null): Postback => ({
  address: stored?.address ?? '',
  events: stored?.events ?? [],
  active: stored?.active ?? false,
  hasSecret: stored?.secretEncrypted !== undefined,
});

/**
 * Saves where an affiliate wants to be called, for what the ledger takes in after it was switched on.
 * @returns with the secret, if this was the first time: it is shown once
 */
export async function savePostback(affID: number, input: PostbackInput, by: By): Promise<PostbackSaved> {
  const before = await PostbackModel.findById(affID).lean<StoredPostback>();
  const since = input.active && !before?.active ? await beginLooking() : undefined;
  // What waited when it was switched off: no worker may have looked since.
  if (since !== undefined) await endWaitingCalls(affID, 'cancelled');
  // What is stored while it is switched off is soon cancelled; another address is tried at once.
  const set = { ...input, dueAt: databaseNow(), ...(since !== undefined && { since }) };
  const said = ({ address, events, active }: PostbackInput) => ({
    // The rest of an address may hold a password of the receiver's.
    to: address && new URL(address.replace(/\{|\}/g, '')).origin,
    events: events.join(', '),
    active,
  });
  const entry: AuditEntry = {
    ...by,
    action: 'postback.saved',
    subject: { type: 'affiliate', id: affID },
    ...(before && { before: said(before as PostbackInput) }),
    after: said(input),
  };
  await upsert(PostbackModel, { _id: affID }, { $setOnInsert: { salt: randomBytes(16).toString('hex') } });
  const update = { $set: set, $unset: { restUntil: 1 }, $inc: { wakes: 1 } };
  await updateAudited(PostbackModel, { _id: affID }, update, entry);
  // A worker that is making its calls makes no further one.
  if (!input.active) await endWaitingCalls(affID, 'cancelled');
  // Of two first saves at once the later one finds the secret that the other shows.
  return (await makeSecret({ _id: affID, secretEncrypted: { $exists: false } }, by)) ?? readPostback(affID);
}

/**
 * Switches a postback off that was saved since a moment, for "this wasn't me" (docs/RULES.md, Who may enter "Passwords").
 * Safe to repeat. @returns what that means, in sentences; none: there was nothing to switch off
 */
export async function endPostbackSince(affID: number, since: Date, by: By): Promise<string[]> {
  await deliverAudit(PostbackModel, { _id: affID });
  const saved = { 'subject.type': 'affiliate', 'subject.id': String(affID), action: 'postback.saved' };
  const stored = await PostbackModel.findOne({ _id: affID, active: true }).lean<StoredPostback>();
  if (!stored || !(await AuditModel.exists({ ...saved, at: { $gte: since } }))) return [];
  const { address, events } = presentStored(stored);
  await savePostback(affID, { address, events, active: false }, by);
  return ['The postback that had been set is switched off.'];
}

/** Has the ledger looked through from here on, if it never was. @returns the number of its last record */
async function beginLooking(): Promise<number> {
  const seq = await catchUpLedger();
  await upsert(PostbackCursorModel, { _id: 'calls' }, { $setOnInsert: { seq } });
  return seq;
}

/** Calls are signed by it from now on. @throws AppError not_found without a saved address */
export async function renewPostbackSecret(affID: number, by: By): Promise<PostbackSaved> {
  const made = await makeSecret({ _id: affID }, by);
  if (!made) throw new AppError('not_found', 'Save an address first');
  return made;
}

/** @returns null: there is no such postback */
async function makeSecret(
  where: { _id: number; secretEncrypted?: { $exists: false } },
  by: By,
): Promise<PostbackSaved | null> {
  const { _id: affID } = where;
  const secret = randomBytes(32).toString('hex');
  const secretEncrypted = encryptField(secret, postbackContext(affID));
  const stored = await updateAudited<StoredPostback>(
    PostbackModel,
    where,
    { $set: { secretEncrypted } },
    { ...by, action: 'postback.secret-made', subject: { type: 'affiliate', id: affID } },
  );
  if (!stored) return null;
  return { ...presentStored(stored), secret };
}

/** What receivers know a call by: others find no way back from it. */
export const callIDOf = (salt: string, _id: string): string =>
  createHmac('sha256', salt).update(_id).digest('hex').slice(0, 32);

/** A call with example values, tried once. @throws AppError conflict while the postback is switched off */
export async function storeTestCall(affID: number): Promise<{ id: string }> {
  const stored = await PostbackModel.findById(affID).lean<StoredPostback>();
  if (!stored?.active) throw new AppError('conflict', 'Switch the postback on first');
  const _id = `${affID}.test.${randomUUID()}`;
  const examples = Object.entries(POSTBACK_MACROS).map(([name, { example }]) => [name, example]);
  const now = databaseNow();
  const id = callIDOf(stored.salt, _id);
  await PostbackCallModel.create({
    _id,
    affID,
    callID: id,
    event: 'test',
    values: { ...Object.fromEntries(examples), time: now.toISOString() },
    createdAt: now,
    nextAt: now,
  });
  const wake = { $set: { dueAt: now }, $unset: { restUntil: 1 as const }, $inc: { wakes: 1 } };
  await PostbackModel.updateOne({ _id: affID }, wake);
  return { id };
}

export async function postbackLog(affID: number): Promise<PostbackCallRow[]> {
  const calls = await PostbackCallModel.find({ affID })
    .sort({ createdAt: -1 })
    .limit(POSTBACK_LOG_ROWS)
    .lean<StoredPostbackCall[]>();
  return calls.map(({ callID, event, state, createdAt, attempts, address, reason, ...call }) => ({
    id: callID,
    event: event as PostbackCallRow['event'],
    state: state ?? 'waiting',
    createdAt: createdAt.toISOString(),
    attempts: attempts ?? 0,
    address: address ?? '',
    status: call.status ?? null,
    durationMs: call.durationMs ?? null,
    reason: reason ?? '',
    nextAt: call.nextAt?.toISOString() ?? null,
  }));
}

/** Settled calls are kept so long (ms): a worker that was paused for less stores none of them again. */
const KEPT_MS = 24 * 3_600_000;

/** Removes settled calls that no log shows any more. @returns how many */
export async function trimPostbackCalls(): Promise<number> {
  let removed = 0;
  for await (const { _id: affID } of PostbackModel.find({}, { _id: 1 }).lean().cursor()) {
    const oldest = await PostbackCallModel.findOne({ affID }, { createdAt: 1 })
      .sort({ createdAt: -1 })
      .skip(POSTBACK_LOG_ROWS - 1)
      .lean<StoredPostbackCall>();
    if (!oldest) continue;
    const { deletedCount } = await PostbackCallModel.deleteMany({
      affID,
      createdAt: { $lt: oldest.createdAt },
      settledAt: { $lt: new Date(databaseNow().getTime() - KEPT_MS) },
    });
    removed += deletedCount;
  }
  return removed;
}
