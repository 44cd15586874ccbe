import { Button, Link, readJson, readStored, useSession, writeStored } from '@partnerdesk/web/core';
import { Form, SubmitButton, TextField, useForm } from '@partnerdesk/web/kit';
import { useEffect, useRef, useState } from 'react';
import { X } from '../icons';
import { singleClick } from '../single-click';

/** A list under a name; `query` is its address without the selected row. */
export interface View {
  name: string;
  query: string;
}

const MAX_SEARCH_NAME = 40;
/** How many are kept of each list. */
const MOST_SEARCHES = 20;

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
function useSavedViews(list: string) {
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

interface GridViewsProps {
  /** Under which the person's own ones are remembered: `affiliate`. */
  list: string;
  /** Those that everybody has, the first one without anything. */
  views: readonly View[];
  /** The address of what is shown, without the selected row. */
  query: string;
  /** What of it stays when one of `views` is opened: columns, density. */
  kept: Record<string, string>;
}

/** What an address narrows a list to and sorts it by, in any order. */
const narrowedBy = (query: string, kept: Record<string, string>): string =>
  [...new URLSearchParams(query)]
    .filter(([name]) => !(name in kept))
    .map((pair) => pair.join('='))
    .sort()
    .join('&');

/** A list under names, as tabs: those of everybody, those that the person has saved, and a way to name this one. */
export function GridViews({ list, views, query, kept }: GridViewsProps) {
  const { saved, save, forget } = useSavedViews(list);
  const [naming, setNaming] = useState(false);
  const frameRef = useRef<HTMLDivElement>(null);
  // What had the focus goes: it moves on to what comes instead.
  const leaves = useRef(false);
  useEffect(() => {
    if (leaves.current)
      frameRef.current?.querySelector<HTMLElement>(naming ? 'input' : '.pd-grid-save')?.focus();
    leaves.current = false;
  });
  const leave = (step: () => void) => () => {
    leaves.current = true;
    step();
  };
  const now = narrowedBy(query, kept);
  /** One of them only: a name of the person's own says more than everybody's for the same list. */
  const current =
    saved.find((each) => each.query === query) ?? views.find((each) => narrowedBy(each.query, kept) === now);
  return (
    <div className="pd-grid-views" ref={frameRef}>
      <nav className="pd-tabs" aria-label="Views">
        {views.map((each) => (
          <Link
            key={each.name}
            className="pd-tab"
            to={`?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(each.query)), ...kept })}`}
            aria-current={each === current ? 'true' : undefined}
          >
            {each.name}
          </Link>
        ))}
        {saved.map((each) => (
          <span key={each.name} className="pd-grid-saved">
            <Link
              className="pd-tab"
              to={`?${each.query}`}
              aria-current={each === current ? 'true' : undefined}
            >
              {each.name}
            </Link>
            <button
              type="button"
              aria-label={`Forget ${each.name}`}
              onClick={singleClick(leave(() => forget(each.name)))}
            >
              <X size={14} />
            </button>
          </span>
        ))}
        {!naming && (
          <Button variant="link" size="sm" className="pd-grid-save" onClick={leave(() => setNaming(true))}>
            Save this search
          </Button>
        )}
      </nav>
      {naming && (
        <NameForm
          saved={saved}
          onSave={(name) => {
            save({ name, query });
            leave(() => setNaming(false))();
          }}
          onClose={leave(() => setNaming(false))}
        />
      )}
    </div>
  );
}

interface NameFormProps {
  saved: readonly View[];
  onSave: (name: string) => void;
  onClose: () => void;
}

function NameForm({ saved, onSave, onClose }: NameFormProps) {
  const problemOf = (name: string) => {
    if (!name) return 'Please enter a name';
    // Another one would take the place of the last by name, unseen.
    return saved.length >= MOST_SEARCHES && saved.every((each) => each.name !== name)
      ? `${MOST_SEARCHES} searches are kept: forget one first`
      : undefined;
  };
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => {
      const text = problemOf(name.trim());
      return text ? { alert: text, fields: { name: text } } : undefined;
    },
    submit: async ({ name }) => onSave(name.trim()),
  });
  return (
    <Form form={form} label="Save this search" className="pd-grid-name">
      <TextField form={form} name="name" label="Name of the search" maxLength={MAX_SEARCH_NAME} />
      <SubmitButton submitting={false}>Save</SubmitButton>
      <Button variant="outline-primary" onClick={onClose}>
        Cancel
      </Button>
    </Form>
  );
}
