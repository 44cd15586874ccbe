import { type BusinessDay, PAGE_SIZE, type RevealsOfPerson } from '@partnerdesk/contracts';
import { rangeOfDays } from '../config';
import { rangeOfPrefix } from '../end-of-prefix';
import { getOrMake, inBatches } from '../lists';
import { type AuditLine, AuditModel } from './audit';

export interface AuditFilter {
  subject?: { type: string; id: string };
  /** How the email of who did it, as it was then, starts. */
  actor?: string;
  action?: string;
  startDate?: BusinessDay;
  endDate?: BusinessDay;
}

/** A line, and how many older ones of its hour it stands for. */
export type GroupedLine = AuditLine & { grouped?: number };

function queryOf({ subject, actor, action, startDate, endDate }: AuditFilter) {
  return {
    ...(subject && { 'subject.type': subject.type, 'subject.id': subject.id }),
    ...(actor && { 'actor.emailAddress': rangeOfPrefix(actor) }),
    ...(action && { action }),
    ...((startDate || endDate) && { at: rangeOfDays(startDate, endDate) }),
  };
}

const CHUNK = 500;
/** Lines that are read behind a page to count its groups: more than an affiliate writes in an hour. */
const MAX_BEYOND = 2000;

/**
 * A page of the audit log, newest first; page is 1-based. What one affiliate repeated within an hour from one address is one
 * line, so that it hides no others (docs/RULES.md, Accounts and access "Audit log"), unless the filter names an action.
 */
export async function readAudit(
  filter: AuditFilter,
  page: number,
): Promise<{ lines: GroupedLine[]; more: boolean }> {
  const lines: GroupedLine[] = [];
  const groups = new Map<string, GroupedLine>();
  let [hour, before] = [Number.NaN, (page - 1) * PAGE_SIZE];
  let [more, beyond] = [false, 0];
  const found = AuditModel.find(queryOf(filter)).sort({ at: -1 }).lean<AuditLine[]>();
  for await (const line of found.cursor({ batchSize: CHUNK })) {
    const ownHour = Math.floor(line.at.getTime() / HOUR_MS);
    if (ownHour !== hour) {
      // The groups of the page are whole.
      if (more) break;
      groups.clear();
      hour = ownHour;
    }
    const name = filter.action === undefined ? groupOf(line) : undefined;
    const group = name && groups.get(name);
    if (group) group.grouped = (group.grouped ?? 0) + 1;
    else if (!more) {
      if (name) groups.set(name, line);
      if (before > 0) before -= 1;
      else if (lines.length < PAGE_SIZE) lines.push(line);
      else more = true;
    }
    if (more && (groups.size === 0 || ++beyond > MAX_BEYOND)) break;
  }
  return { lines, more };
}

const HOUR_MS = 3_600_000;

/** What grouped lines have in common: one address, so that an intruder's stand beside the owner's. */
const groupOf = ({ actor, action, subject, address }: AuditLine): string | undefined =>
  actor?.kind === 'affiliate' ? `${actor.id} ${action} ${subject?.type} ${address}` : undefined;

/** All lines, newest first, in batches. */
export async function* streamAudit(filter: AuditFilter): AsyncGenerator<AuditLine[]> {
  const lines = AuditModel.find(queryOf(filter)).sort({ at: -1 }).lean<AuditLine>();
  yield* inBatches(lines.cursor({ batchSize: CHUNK }), CHUNK);
}

const DAY_MS = 24 * HOUR_MS;
/** Far above what the limit of 60 an hour and person lets an office come to. */
const MAX_LINES = 20_000;

/** Who has seen hidden numbers in full within the last day, and how often; most in the last hour first. */
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
    const person = getOrMake(people, emailAddress, () => ({ emailAddress, lastHour: 0, lastDay: 0 }));
    person.lastDay += 1;
    if (at.getTime() >= now - HOUR_MS) person.lastHour += 1;
  }
  return [...people.values()].sort((a, b) => b.lastHour - a.lastHour || b.lastDay - a.lastDay);
}
