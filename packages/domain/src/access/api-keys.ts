import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ApiKeyMade,
  type ApiKeyRow,
  AppError,
  MAX_API_KEYS,
  type NewApiKey,
} from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { findAccountOrThrow, loadPrincipal, type Principal, storeChangeNotice } from '../accounts';
import { type By, carriesAudit, deliverAudit, recorded, sha256, updateAudited } from '../platform';

/** Keys that have expired or were revoked are kept so long (s): their owner may still ask what became of them. */
const KEPT_S = 30 * 86_400;

/** A key by which programs of an affiliate read their figures. */
const apiKeySchema = new Schema(
  {
    /** The part of the key by which it is found. */
    _id: { type: String, required: true },
    affID: { type: Number, required: true },
    name: { type: String, required: true },
    /** SHA-256 of the key: it has 256 random bits, so that nothing slower is needed. */
    hash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Revoked: that moment. */
    expiresAt: { type: Date, required: true },
    lastUsedAt: Date,
    /** The account's when it was made: another one ends it. */
    keysVersion: Number,
    /** Who gets the mail that it was made; missing once that is stored. */
    mailTo: String,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'apiKeys' },
)
  .index({ affID: 1 })
  .index({ mailTo: 1 }, { partialFilterExpression: { mailTo: { $exists: true } } })
  .index({ expiresAt: 1 }, { expireAfterSeconds: KEPT_S });
carriesAudit(apiKeySchema);

export type StoredApiKey = InferSchemaType<typeof apiKeySchema>;
export const ApiKeyModel = model('ApiKey', apiKeySchema);

const DAY_MS = 86_400_000;
/** The last use is stored so often at most (ms). */
const USED_STEP_MS = 60_000;
const KEY = /^pdk_([0-9a-f]{16})_[\w-]{43}$/;

const present = ({ _id, name, createdAt, expiresAt, lastUsedAt }: StoredApiKey): ApiKeyRow => ({
  id: _id,
  name,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** An affiliate's keys that work, the newest first. */
export async function listApiKeys(affID: number): Promise<ApiKeyRow[]> {
  const { keysVersion } = await findAccountOrThrow('affiliate', affID);
  const keys = await ApiKeyModel.find({ affID, expiresAt: { $gt: new Date() } })
    .sort({ createdAt: -1 })
    .lean<StoredApiKey[]>();
  return keys.filter((key) => isOf(key, keysVersion)).map(present);
}

/** Whether no change of the account has ended the key since it was made (docs/RULES.md, API keys). */
const isOf = (key: StoredApiKey, keysVersion: number) => (key.keysVersion ?? 0) === keysVersion;

const tooMany = () => new AppError('conflict', `You have ${MAX_API_KEYS} keys: revoke one first`);

/**
 * Makes a key: it is in this answer alone. Its mail is stored before, or by the worker if this process dies.
 * @throws AppError conflict when the affiliate has MAX_API_KEYS
 */
export async function makeApiKey(affID: number, { name, days }: NewApiKey, by: By): Promise<ApiKeyMade> {
  const { keysVersion, emailAddress: mailTo } = await findAccountOrThrow('affiliate', affID);
  if ((await listApiKeys(affID)).length >= MAX_API_KEYS) throw tooMany();
  const _id = randomBytes(8).toString('hex');
  const key = `pdk_${_id}_${randomBytes(32).toString('base64url')}`;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  const stored = { _id, affID, name, hash: sha256(key), createdAt, expiresAt, keysVersion, mailTo };
  const subject = { type: 'affiliate', id: affID } as const;
  await ApiKeyModel.create({
    ...stored,
    ...recorded({ ...by, action: 'api-key.made', subject, after: { name, key: _id, days } }),
  });
  // Of calls at the same moment the last to write counts all others: too many withdraw, and none stays beyond the bound.
  if ((await listApiKeys(affID)).length > MAX_API_KEYS) {
    await ApiKeyModel.deleteOne({ _id });
    throw tooMany();
  }
  await deliverAudit(ApiKeyModel, { _id });
  await storeKeyMail(stored);
  return { ...present(stored as StoredApiKey), key };
}

/** Stores the mail about a key. Safe to repeat: the mail has the key's id. */
async function storeKeyMail({ _id, affID, mailTo: to, createdAt: at }: UnmailedKey): Promise<void> {
  const mailID = `api-key-made.${_id}`;
  await storeChangeNotice({ kind: 'affiliate', id: affID }, { to, what: 'api-key-made', at, mailID });
  await ApiKeyModel.updateOne({ _id }, { $unset: { mailTo: 1 } });
}
type UnmailedKey = Pick<StoredApiKey, '_id' | 'affID' | 'createdAt'> & { mailTo: string };

const STEP = 100;

/** Stores the mails of keys whose process died after it had made them. @param of whose; default all @returns how many */
export async function storeForgottenKeyMails(of: { affID?: number } = {}): Promise<number> {
  const left = await ApiKeyModel.find({ ...of, mailTo: { $exists: true } })
    .limit(STEP)
    .lean<UnmailedKey[]>();
  for (const key of left) await storeKeyMail(key);
  return left.length;
}

/** Ends a key at once. @throws AppError not_found */
export async function revokeApiKey(affID: number, id: string, by: By): Promise<void> {
  const now = new Date();
  const ended = await updateAudited(
    ApiKeyModel,
    { _id: id, affID, expiresAt: { $gt: now } },
    { $set: { expiresAt: now } },
    { ...by, action: 'api-key.revoked', subject: { type: 'affiliate', id: affID }, after: { key: id } },
  );
  if (!ended) throw new AppError('not_found', 'There is no such key');
}

/** Whose key it is; null: nobody's, over, ended by a change of its account, or of an account that is closed. */
export async function principalOfKey(key: string): Promise<{ keyID: string; principal: Principal } | null> {
  const keyID = KEY.exec(key)?.[1];
  const stored = keyID && (await ApiKeyModel.findById(keyID).lean<StoredApiKey>());
  if (!stored || stored.expiresAt.getTime() <= Date.now()) return null;
  if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(sha256(key)))) return null;
  const principal = await loadPrincipal('affiliate', stored.affID);
  if (!principal || !isOf(stored, principal.keysVersion)) return null;
  const now = new Date();
  if (now.getTime() - (stored.lastUsedAt?.getTime() ?? 0) > USED_STEP_MS)
    await ApiKeyModel.updateOne({ _id: keyID }, { $set: { lastUsedAt: now } });
  return { keyID, principal };
}
