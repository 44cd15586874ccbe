import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ApiKeyMade,
  type ApiKeyRow,
  AppError,
  MAX_API_KEYS,
  type NewApiKey,
} from '@partnerdesk/contracts';
import { loadPrincipal, type Principal } from '../accounts/principal';
import { type By, deliverAudit, recorded, recording } from '../audit/audit';
import { ApiKeyModel, type StoredApiKey } from './api-key.model';

const DAY_MS = 86_400_000;
/** The last use is stored so often at most (ms). */
const USED_STEP_MS = 60_000;
const KEY = /^pdk_([0-9a-f]{16})_[\w-]{43}$/;

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

const present = ({ _id, name, createdAt, expiresAt, lastUsedAt }: StoredApiKey): ApiKeyRow => ({
  id: _id,
  name,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** An affiliate's keys that work, the newest first. */
export async function listApiKeys(affID: number): Promise<ApiKeyRow[]> {
  const keys = await ApiKeyModel.find({ affID, expiresAt: { $gt: new Date() } })
    .sort({ createdAt: -1 })
    .lean<StoredApiKey[]>();
  return keys.map(present);
}

/** Makes a key: it is in this answer alone. @throws AppError conflict when the affiliate has MAX_API_KEYS */
export async function makeApiKey(affID: number, { name, days }: NewApiKey, by: By): Promise<ApiKeyMade> {
  if ((await listApiKeys(affID)).length >= MAX_API_KEYS)
    throw new AppError('conflict', `You have ${MAX_API_KEYS} keys: revoke one first`);
  const _id = randomBytes(8).toString('hex');
  const key = `pdk_${_id}_${randomBytes(32).toString('base64url')}`;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  const stored = { _id, affID, name, hash: hashOf(key), createdAt, expiresAt };
  const subject = { type: 'affiliate', id: affID } as const;
  await ApiKeyModel.create({
    ...stored,
    ...recorded({ ...by, action: 'api-key.made', subject, after: { name, key: _id, days } }),
  });
  await deliverAudit(ApiKeyModel, { _id });
  return { ...present(stored as StoredApiKey), key };
}

/** Ends a key at once. @throws AppError not_found */
export async function revokeApiKey(affID: number, id: string, by: By): Promise<void> {
  const now = new Date();
  const stored = await ApiKeyModel.findOneAndUpdate(
    { _id: id, affID, expiresAt: { $gt: now } },
    recording(
      { $set: { expiresAt: now } },
      { ...by, action: 'api-key.revoked', subject: { type: 'affiliate', id: affID }, after: { key: id } },
    ),
  ).lean<StoredApiKey>();
  if (!stored) throw new AppError('not_found', 'There is no such key');
  await deliverAudit(ApiKeyModel, { _id: id });
}

/** Whose key it is; null: nobody's, over, or of an account that is closed. */
export async function principalOfKey(key: string): Promise<{ keyID: string; principal: Principal } | null> {
  const keyID = KEY.exec(key)?.[1];
  const stored = keyID && (await ApiKeyModel.findById(keyID).lean<StoredApiKey>());
  if (!stored || stored.expiresAt.getTime() <= Date.now()) return null;
  if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(key)))) return null;
  const principal = await loadPrincipal('affiliate', stored.affID);
  if (!principal) return null;
  const now = new Date();
  if (now.getTime() - (stored.lastUsedAt?.getTime() ?? 0) > USED_STEP_MS)
    await ApiKeyModel.updateOne({ _id: keyID }, { $set: { lastUsedAt: now } });
  return { keyID, principal };
}
