import { readJson, readStored, useSession, writeStored } from '@partnerdesk/web/core';
import { useRef, useState } from 'react';

/** A list under a name; `query` is its address without the selected row. */
export interface View {
  name: string;
  query: string;
}

export const MAX_SEARCH_NAME = 40;
/** How many are kept of each list. */
export const MOST_SEARCHES = 20;

const keyOf = (list: string, emailAddress: string) => `partnerdesk.searches.${list}.${emailAddress}`;

function isSaved(value: unknown): value is View {
  const { name, query } = (value ?? {}) as Partial<View>;
  return typeof name === 'string' && typeof query === 'string';
}

function read(key: string): View[] {
  const stored = readJson(readStored(key) ?? '');
  return Array.isArray(stored) ? stored.filter(isSaved) : [];
}

/** The signed-in person's views of a list, remembered in this browser for them alone, by name. */
export function useSavedViews(list: string) {
  const key = keyOf(list, useSession()?.emailAddress ?? '');
  const [saved, setSaved] = useState(() => read(key));
  // A browser that keeps nothing: they hold as long as the screen is open.
  const isKept = useRef(true);
  const put = (next: View[]) => {
    const sorted = next.sort((a, b) => a.name.localeCompare(b.name));
    setSaved(sorted);
    isKept.current = writeStored(key, JSON.stringify(sorted));
  };
  // With those that were saved in another tab since.
  const without = (name: string) => (isKept.current ? read(key) : saved).filter((each) => each.name !== name);
  return {
    saved,
    /** Another one of the name is replaced. */
    save: (search: View) => put([...without(search.name), search]),
    forget: (name: string) => put(without(name)),
  };
}
