import './jump.css';
import { Button, Link, useModalDialog, useSession } from '@partnerdesk/web';
import { X } from '@partnerdesk/web/icons';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { JumpEntry } from './jump-entries';
import { rememberJump, useFindsPeople, useJumpEntries } from './use-jump-entries';

/** Longer than any name or email that there is. */
const MAX_TEXT = 200;

export interface JumpBoxProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** One box that goes to screens, actions and, by permission, people; arrows choose, Enter goes there, Escape closes. */
export function JumpBox({ text, onText, onClose }: JumpBoxProps) {
  const dialogRef = useModalDialog();
  const listRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const person = useSession();
  const [chosen, setChosen] = useState(0);
  const { entries, pending, failed } = useJumpEntries(text);
  const label = useFindsPeople() ? 'Find people, screens and actions' : 'Find screens and actions';

  useEffect(() => {
    listRef.current?.querySelectorAll('a')[chosen]?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of an input method choose and end its words.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A click, so that unsaved edits on the screen below are asked about.
      listRef.current?.querySelectorAll('a')[chosen]?.click();
    }
  };

  return (
    <dialog
      ref={dialogRef}
      className="sh-jump"
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => event.target === dialogRef.current && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onClose()}
    >
      <div className="sh-jump-head">
        <input
          type="search"
          className="form-control"
          placeholder={label}
          aria-label={label}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={entries[chosen] && `${listId}-${chosen}`}
          autoFocus
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="" className="pd-icon-button" aria-label="Close" onClick={onClose}>
          <X size={18} />
        </Button>
      </div>
      <JumpList
        ref={listRef}
        id={listId}
        entries={entries}
        chosen={chosen}
        onFollow={(entry) => {
          rememberJump(person, entry);
          onClose();
        }}
      />
      <p className="sh-jump-note" role="status">
        {noteOf({ count: entries.length, typed: text.trim() !== '', pending, failed })}
      </p>
    </dialog>
  );
}

interface Found {
  count: number;
  typed: boolean;
  pending: boolean;
  failed: boolean;
}

function noteOf({ count, typed, pending, failed }: Found): string {
  if (!typed || pending) return '';
  if (failed) return 'The search for people did not work. Please type again.';
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 found.' : `${count} found.`;
}

interface JumpListProps {
  ref: Ref<HTMLDivElement>;
  /** Of the list; each option's is this, a hyphen and its number. */
  id: string;
  entries: readonly JumpEntry[];
  chosen: number;
  onFollow: (entry: JumpEntry) => void;
}

/** What was found, by group, as the list of a combobox: the focus stays in its field. */
function JumpList({ ref, id, entries, chosen, onFollow }: JumpListProps) {
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <div ref={ref} id={id} className="sh-jump-list" role="listbox" aria-label="Found">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
        <div key={group} role="group" aria-label={group}>
          <div className="sh-jump-group" aria-hidden="true">
            {group}
          </div>
          {entries.map(
            (entry, index) =>
              entry.group === group && (
                <Link
                  key={entry.to + entry.label}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  tabIndex={-1}
                  to={entry.to}
                  onClick={() => onFollow(entry)}
                >
                  {entry.label}
                  {entry.note && <span className="sh-jump-email"> {entry.note}</span>}
                </Link>
              ),
          )}
        </div>
      ))}
    </div>
  );
}
