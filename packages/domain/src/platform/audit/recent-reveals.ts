import type { RevealsOfPerson } from '@partnerdesk/contracts';
import { AuditModel } from './audit';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Far above what the limit of 60 an hour and person lets an office come to. */
const MAX_LINES = 20_000;

/** Who has looked at hidden numbers in full, each by itself or in an export, within the last day, and how often; most in the last hour first. */
export async function recentReveals(now = Date.now()): Promise<RevealsOfPerson[]> {
  const lines = await AuditModel.find(
    { action: { $in: ['account-number.revealed', 'tax-id.revealed'] }, at: { $gte: new Date(now - DAY_MS) } },
    { at: 1, actor: 1 },
  )
    .sort({ at: -1 })
    .limit(MAX_LINES)
    .lean();
  const people = new Map<string, RevealsOfPerson>();
  for (const { at, actor } of lines) {
    const emailAddress = actor?.emailAddress ?? '';
    const person = people.get(emailAddress) ?? { emailAddress, lastHour: 0, lastDay: 0 };
    person.lastDay += 1;
    if (at.getTime() >= now - HOUR_MS) person.lastHour += 1;
    people.set(emailAddress, person);
  }
  return [...people.values()].sort((a, b) => b.lastHour - a.lastHour || b.lastDay - a.lastDay);
}
