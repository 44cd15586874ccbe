import { POSTBACK_MACROS, type PostbackMacro } from '@partnerdesk/contracts';
import { type Affiliate, AffiliateModel, isOpenStatus } from '../../accounts';
import { databaseNow } from '../../ledger';
import { decryptField } from '../../platform';
import { fillAddress } from './fill-address';
import {
  PostbackCallModel,
  PostbackModel,
  postbackContext,
  type StoredPostback,
  type StoredPostbackCall,
} from './postback.model';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first, second … failed try: the last try is 24 hours after the first (docs/RULES.md, Postbacks). */
export const RETRY_PAUSES_MS = [
  ...[MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS, 45 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 16 * HOUR_MS],
] as const;
/** So long after its first try a call is given up, however often it was tried; one never tried never is (docs/RULES.md, Postbacks). */
const LONGEST_MS = RETRY_PAUSES_MS.reduce((sum, pause) => sum + pause, 0) + HOUR_MS;
/** After so many failures in a row an address rests: its calls would only hold up those of others. */
const FAILURES_IN_ROW = 3;
export const REST_MS = MINUTE_MS;

export interface CallOutcome {
  /** null: no answer came. */
  status: number | null;
  /** To be shown; empty: it did not fail. */
  reason: string;
}
/** Calls an address, signed by the secret. Never throws, and ends within a bounded time. */
export type MakeCall = (address: string, secret: string) => Promise<CallOutcome>;

/** Affiliates with calls that are due, those who have waited longest first. */
export async function duePostbacks(): Promise<number[]> {
  const due = await PostbackModel.find({ dueAt: { $lte: databaseNow() } }, { _id: 1 })
    .sort({ dueAt: 1 })
    .limit(1000)
    .lean<StoredPostback[]>();
  return due.map(({ _id }) => _id);
}

/**
 * Makes an affiliate's due calls in their order, until none is due, the address fails FAILURES_IN_ROW times, or `forMs` is
 * over. A try is stored before it is made: of a process that dies in it the next one makes the next try.
 * @returns how many were made
 */
export async function callDuePostbacks(affID: number, makeCall: MakeCall, forMs = 30_000): Promise<number> {
  const postback = await PostbackModel.findById(affID).lean<StoredPostback>();
  if (!postback) return 0;
  const affiliate = await AffiliateModel.findOne({ affID }, { status: 1, trackID: 1 }).lean<Affiliate>();
  const { active, secretEncrypted } = postback;
  if (!active || !secretEncrypted || !affiliate || !isOpenStatus(affiliate.status)) {
    await endWaitingCalls(affID, 'cancelled');
    await setDue(postback, undefined);
    return 0;
  }
  const longAgo = new Date(databaseNow().getTime() - LONGEST_MS);
  await endWaitingCalls(affID, 'failed', { firstTriedAt: { $lt: longAgo } });
  const rest = postback.restUntil;
  if (rest && rest > databaseNow()) {
    await setDue(postback, rest);
    return 0;
  }
  const secret = decryptField(secretEncrypted, postbackContext(affID));
  const until = performance.now() + forMs;
  let [made, failures] = [0, 0];
  while (failures < FAILURES_IN_ROW && performance.now() < until) {
    const call = await beginTry(affID);
    if (!call) break;
    const address = fillAddress(postback.address ?? '', valuesOf(call, affiliate.trackID));
    const startedAt = performance.now();
    const outcome = await makeCall(address, secret);
    await endTry(call, { ...outcome, address, durationMs: Math.round(performance.now() - startedAt) });
    failures = outcome.reason ? failures + 1 : 0;
    made += 1;
  }
  if (failures === FAILURES_IN_ROW) {
    const restUntil = new Date(databaseNow().getTime() + REST_MS);
    await PostbackModel.updateOne({ _id: affID }, { $set: { restUntil } });
  }
  const next = await PostbackCallModel.findOne({ affID, nextAt: { $exists: true } }, { nextAt: 1 })
    .sort({ nextAt: 1 })
    .lean<StoredPostbackCall>();
  // The next one may be due already: then the worker soon goes on here.
  await setDue(postback, next?.nextAt ?? undefined);
  return made;
}

function valuesOf({ event, callID, values }: StoredPostbackCall, trackid: string) {
  const none = Object.fromEntries(Object.keys(POSTBACK_MACROS).map((name) => [name, '']));
  return { ...none, ...values, event, id: callID, trackid } as Record<PostbackMacro, string>;
}

/** Takes the first call that is due, as if its try had failed already. */
async function beginTry(affID: number): Promise<StoredPostbackCall | null> {
  const now = databaseNow();
  const call = await PostbackCallModel.findOne({ affID, nextAt: { $lte: now } })
    .sort({ nextAt: 1 })
    .lean<StoredPostbackCall>();
  if (!call) return null;
  const { _id, attempts = 0, event, firstTriedAt = now } = call;
  const pauseMs = event === 'test' ? undefined : RETRY_PAUSES_MS[attempts];
  const isLast = pauseMs === undefined;
  const tried = { attempts: attempts + 1, firstTriedAt, reason: UNKNOWN };
  const taken = await PostbackCallModel.findOneAndUpdate(
    { _id, attempts, nextAt: call.nextAt },
    isLast
      ? { $set: { ...tried, ...ENDED_IN('failed') }, $unset: { nextAt: 1 } }
      : { $set: { ...tried, nextAt: new Date(now.getTime() + pauseMs) } },
    { returnDocument: 'after' },
  ).lean<StoredPostbackCall>();
  // Another process has taken it: then the next one.
  return taken ?? beginTry(affID);
}

/** Of a try whose outcome is not known yet, or whose process died. */
const UNKNOWN = 'The outcome of the try is not known';
const ENDED_IN = (state: 'delivered' | 'failed' | 'cancelled') => ({ state, settledAt: databaseNow() });

async function endTry(
  { _id, attempts }: StoredPostbackCall,
  seen: CallOutcome & { address: string; durationMs: number },
): Promise<void> {
  const delivered = { $set: { ...seen, ...ENDED_IN('delivered') }, $unset: { nextAt: 1 as const } };
  // A later try of another process says more.
  await PostbackCallModel.updateOne({ _id, attempts }, seen.reason ? { $set: seen } : delivered);
}

export async function endWaitingCalls(
  affID: number,
  state: 'failed' | 'cancelled',
  which: object = {},
): Promise<void> {
  await PostbackCallModel.updateMany(
    { affID, nextAt: { $exists: true }, ...which },
    { $set: ENDED_IN(state), $unset: { nextAt: 1 } },
  );
}

/** Unless calls were added meanwhile: then it stays due. */
async function setDue({ _id, wakes }: StoredPostback, dueAt: Date | undefined): Promise<void> {
  await PostbackModel.updateOne({ _id, wakes }, dueAt ? { $set: { dueAt } } : { $unset: { dueAt: 1 } });
}
