import { matches, type SessionInfo } from '@partnerdesk/contracts';
import { list, object, text } from '@partnerdesk/contracts/schema';
import { readJson, readStored, writeStored } from '@partnerdesk/web';
import { findScreen } from '../routing/find-screen';
import type { JumpEntry } from './jump-entries';

const KEPT = 5;

const recent = list(object({ label: text(), to: text() }));

/** Administrators have no id of their own: each is known by the email. */
const keyOf = (person: SessionInfo | null) =>
  `pdesk-recent-${person ? `${person.affRole}-${person.affID || person.emailAddress}` : 'visitor'}`;

/** What was gone to last from this browser, the latest first, as far as the person may still see it. */
export function recentJumps(person: SessionInfo | null): JumpEntry[] {
  const kept = readJson(readStored(keyOf(person)) ?? '');
  if (!matches(recent, kept)) return [];
  return kept
    .filter(({ to }) => findScreen(to.split('?')[0] ?? '', person).kind !== 'not-found')
    .map(({ label, to }) => ({ group: 'Recent', label, to }));
}

/** Keeps where somebody went: of a person the id only, for names stay out of the browser's storage. */
export function rememberJump(person: SessionInfo | null, { label, to }: JumpEntry): void {
  const others = recentJumps(person).filter((other) => other.to !== to);
  const kept = [{ label, to }, ...others.map((other) => ({ label: other.label, to: other.to }))];
  writeStored(keyOf(person), JSON.stringify(kept.slice(0, KEPT)));
}
