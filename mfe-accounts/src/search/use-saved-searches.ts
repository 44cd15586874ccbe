import type { AccountKind } from '@partnerdesk/contracts';
import { useSession } from '@partnerdesk/web';
import { useState } from 'react';

/** A search under a name; `query` is its address without the selected row. */
export interface SavedSearch {
  name: string;
  query: string;
}

/** Longest name, and how many are kept for each kind. */
export const MAX_SEARCH_NAME = 40;
const MOST = 20;

const keyOf = (kind: AccountKind, emailAddress: string) => `partnerdesk.searches.${kind}.${emailAddress}`;

function isSaved(value: unknown): value is SavedSearch {
  const { name, query } = (value ?? {}) as Partial<SavedSearch>;
  return typeof name === 'string' && typeof query === 'string';
}

function read(key: string): SavedSearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSaved).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** The signed-in person's searches of a kind, remembered in this browser for them alone, by name. */
export function useSavedSearches(kind: AccountKind) {
  const key = keyOf(kind, useSession()?.emailAddress ?? '');
  const [saved, setSaved] = useState(() => read(key));
  const put = (next: SavedSearch[]) => {
    const sorted = next.sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST);
    setSaved(sorted);
    try {
      localStorage.setItem(key, JSON.stringify(sorted));
    } catch {
      // A browser that keeps nothing: they hold as long as the screen is open.
    }
  };
  const without = (name: string) => saved.filter((each) => each.name !== name);
  return {
    saved,
    /** Another one of the name is replaced. */
    save: (search: SavedSearch) => put([...without(search.name), search]),
    forget: (name: string) => put(without(name)),
  };
}
