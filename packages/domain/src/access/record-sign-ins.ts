import type { PersonRef } from '../accounts';
import {
  type AuditEntry,
  type By,
  carriesAudit,
  deliverAudit,
  plainModel,
  recorded,
  VISITOR,
  writeAudit,
} from '../platform';

export type SignInFailure = 'unknown' | 'wrong' | 'closed' | 'second-factor';

/** Failed sign-ins of one account within an hour: what strangers can make the log grow by is bounded. */
interface FailedSignIns {
  /** `affiliate:12 2026-11-22T14` */
  _id: string;
  subject: AuditEntry['subject'];
  /** UTC, e.g. `2026-11-22T14`. */
  hour: string;
  count: number;
  /** The last one's. */
  address?: string;
}

export const FailedSignInsModel = plainModel<FailedSignIns>(
  'FailedSignIns',
  'failedSignIns',
  String,
  [[{ hour: 1 }], [{ 'subject.type': 1, 'subject.id': 1 }]],
  carriesAudit,
);

/** Accounts with entries of their own within an hour; failures of all others share one, but for the office's. */
export const MAX_ACCOUNTS_AN_HOUR = 100;

const hourOf = (at: Date) => at.toISOString().slice(0, 13);

/** An email so far that its owner recognizes it: what strangers type may be a password. */
function masked(emailAddress: string): string {
  const [name = '', domain = ''] = emailAddress.split('@');
  // Of a letter that is two codes half would be stored as another character, and its seal be broken.
  const first = (text: string) => [...text].slice(0, 1).join('');
  return domain ? `${first(name)}…@${first(domain)}…` : `${first(name)}…`;
}

/** `person`: whose account it is; missing: nobody's. `emailAddress`: as it was typed. */
export interface FailedSignIn {
  person?: PersonRef | undefined;
  emailAddress: string;
  why: SignInFailure;
  origin: Omit<By, 'actor'>;
}

/** Records the first failed sign-in of an account within an hour (docs/RULES.md, Accounts and access "Audit log"). */
export async function recordFailedSignIn(failed: FailedSignIn, at = new Date()): Promise<void> {
  const { person, emailAddress, why, origin } = failed;
  const hour = hourOf(at);
  const subject: AuditEntry['subject'] = person
    ? { type: person.kind, id: person.id }
    : { type: 'sign-in', id: 'unknown' };
  if (await count(subject, hour, failed)) return;
  const accounts = await FailedSignInsModel.countDocuments({ hour });
  const isKept = person?.kind === 'administrator' || accounts < MAX_ACCOUNTS_AN_HOUR;
  const counted = isKept ? subject : { type: 'sign-in' as const, id: 'others' };
  await count(counted, hour, failed, {
    ...origin,
    actor: VISITOR,
    action: 'sign-in.failed',
    subject: counted,
    after: { why, ...(!person && { account: masked(emailAddress) }) },
  });
}

/** @param first the entry if there was none yet; missing: then it is not counted. @returns whether it was */
async function count(
  subject: AuditEntry['subject'],
  hour: string,
  { origin: { address } }: FailedSignIn,
  first?: AuditEntry,
): Promise<boolean> {
  const _id = `${subject.type}:${subject.id} ${hour}`;
  const { matchedCount, upsertedCount } = await FailedSignInsModel.updateOne(
    { _id },
    {
      $inc: { count: 1 },
      ...(address && { $set: { address } }),
      ...(first && { $setOnInsert: { subject, hour, ...recorded(first) } }),
    },
    { upsert: first !== undefined },
  );
  if (upsertedCount > 0) await deliverAudit(FailedSignInsModel, { _id });
  return matchedCount > 0;
}

/** Longer than two servers' clocks differ (ms). */
const SETTLED_MS = 600_000;

/** Records how many there were in hours that are over. Safe to repeat and to race with itself. */
export async function closeFailedSignIns(now = new Date()): Promise<void> {
  const open = hourOf(new Date(now.getTime() - SETTLED_MS));
  const over = await FailedSignInsModel.find({ hour: { $lt: open } }).lean<FailedSignIns[]>();
  for (const { _id, subject, hour, count: failures, address } of over) {
    await deliverAudit(FailedSignInsModel, { _id });
    if (failures > 1)
      await writeAudit({
        ...(address && { address }),
        actor: VISITOR,
        action: 'sign-in.failures-counted',
        subject,
        after: { failures, hour: `${hour}:00Z` },
        key: `failed-sign-ins:${_id}`,
      });
    await FailedSignInsModel.deleteOne({ _id });
  }
}
