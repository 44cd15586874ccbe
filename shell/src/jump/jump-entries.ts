import {
  ACCOUNT_KINDS,
  accountPath,
  type FoundPerson,
  type MenuEntry,
  maySee,
  REMOTE_ACTIONS,
  REMOTE_NAMES,
  REMOTE_SCREENS,
  type RemoteName,
  type ScreenInfo,
  SHELL_SCREENS,
  type Visitor,
} from '@partnerdesk/contracts';
import type { RemoteExport } from '@partnerdesk/web';

/** Something to go to. */
export interface JumpEntry {
  group: 'Recent' | 'Actions' | 'Screens' | 'People';
  label: string;
  /** Beside the label: an email. */
  note?: string;
  keywords?: string;
  to: string;
}

/** They are opened by links that carry something. */
const ONLY_BY_LINK: readonly string[] = [
  SHELL_SCREENS.updatePassword.path,
  SHELL_SCREENS.confirmEmail.path,
  SHELL_SCREENS.notMe.path,
  '/statement',
];

/** Of no use to a signed-in user. */
const FOR_SIGNED_OUT: readonly string[] = [SHELL_SCREENS.restorePassword.path];

interface Known {
  person: Visitor | null;
  menu: readonly MenuEntry[];
  /** A loaded remote's own export; undefined for one that isn't loaded. */
  loaded: (name: RemoteName) => RemoteExport | undefined;
}

/** The actions and screens of a person (null: a visitor). What a loaded remote says of its own wins. */
export function entriesFor({ person, menu, loaded }: Known): JumpEntry[] {
  const actions = REMOTE_NAMES.flatMap((name) => loaded(name)?.actions ?? REMOTE_ACTIONS[name] ?? []);
  const screens: ScreenInfo[] = [
    ...Object.values(SHELL_SCREENS),
    ...REMOTE_NAMES.flatMap((name): readonly ScreenInfo[] => loaded(name)?.routes ?? REMOTE_SCREENS[name]),
  ];
  const leftOut = person ? [...ONLY_BY_LINK, ...FOR_SIGNED_OUT] : ONLY_BY_LINK;
  return [
    ...actions
      .filter(({ access }) => maySee(access, person))
      .map(({ label, to }): JumpEntry => ({ group: 'Actions', label, to })),
    ...screens
      .filter(({ path, access }) => !leftOut.includes(path) && maySee(access, person))
      .map(
        ({ path, title }): JumpEntry => ({
          group: 'Screens',
          label: title,
          keywords: menuWords(menu, path),
          to: path,
        }),
      ),
  ];
}

/** What the menu calls a screen, its group's name first. */
function menuWords(menu: readonly MenuEntry[], path: string): string {
  return menu
    .flatMap(({ label, path: own, entries = [] }) => [
      ...(own === path ? [label] : []),
      ...entries.filter((entry) => entry.path === path).map((entry) => `${label} ${entry.label}`),
    ])
    .join(' ');
}

const wordsOf = (text: string) => text.toLowerCase().split(/[\s’'-]+/);

/** Those of which each word that is typed starts a word. */
export function matching(entries: readonly JumpEntry[], text: string): JumpEntry[] {
  const typed = wordsOf(text.trim());
  return entries.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** People who were found, and the ways to their accounts: of a kind that has no screen yet there is none. */
export const personEntries = (people: readonly FoundPerson[]): JumpEntry[] =>
  people
    .filter(({ kind }) => Object.hasOwn(ACCOUNT_KINDS, kind))
    .map(({ kind, id, name, emailAddress }) => ({
      group: 'People',
      label: `${ACCOUNT_KINDS[kind].label} ${id}`,
      note: `${name} ${emailAddress}`.trim(),
      to: accountPath(kind, id),
    }));
