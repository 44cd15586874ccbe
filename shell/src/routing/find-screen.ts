import {
  isAddressOf,
  maySee,
  REMOTE_NAMES,
  REMOTE_SCREENS,
  type RemoteName,
  type ScreenInfo,
  SHELL_SCREENS,
  type Visitor,
} from '@partnerdesk/contracts';

export type ShellScreenName = keyof typeof SHELL_SCREENS;

/** What an address shows to a person. */
export type FoundScreen =
  | { kind: 'shell'; name: ShellScreenName }
  | { kind: 'remote'; remote: RemoteName; path: string }
  /** For visitors only, and somebody is signed in. */
  | { kind: 'redirect'; to: string }
  | { kind: 'not-found' };

/** A path without the slash at its end. */
function normalizePath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

interface Candidate extends ScreenInfo {
  found: FoundScreen;
}

const candidates: readonly Candidate[] = [
  ...Object.entries(SHELL_SCREENS).map(([name, screen]) => ({
    ...screen,
    found: { kind: 'shell' as const, name: name as ShellScreenName },
  })),
  ...REMOTE_NAMES.flatMap((remote) =>
    REMOTE_SCREENS[remote].map((screen) => ({
      ...screen,
      found: { kind: 'remote' as const, remote, path: screen.path },
    })),
  ),
];

/** The screen of an address, as far as a person (null: a visitor) may see it (docs/RULES.md, Accounts and access). */
export function findScreen(path: string, person: Visitor | null): FoundScreen {
  const matches = candidates.filter((candidate) => isAddressOf(candidate, normalizePath(path)));
  const allowed = matches.find((candidate) => maySee(candidate.access, person));
  if (allowed) return allowed.found;
  if (person && matches.some((candidate) => candidate.access.anonymousOnly)) {
    return { kind: 'redirect', to: '/dashboard' };
  }
  return { kind: 'not-found' };
}
