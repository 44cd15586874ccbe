import type { AccountKind, FoundPerson } from '@partnerdesk/contracts';
import { useModalDialog } from '@partnerdesk/web';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFindAnyoneQuery } from './jump.api';
import './jump.css';

const SCREENS: Record<AccountKind, { path: string; label: string }> = {
  affiliate: { path: '/affiliates', label: 'Affiliate' },
  staff: { path: '/staff', label: 'Staff' },
  member: { path: '/members', label: 'Member' },
};

/** A pause in typing after which the server is asked, in ms. */
const PAUSE_MS = 120;
/** Longer than any name or email that there is. */
const MAX_TEXT = 200;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** One box that finds affiliates, staff and members by id, name or email; arrows choose, Enter goes there. */
export function JumpBox({ onClose }: { onClose: () => void }) {
  const dialogRef = useModalDialog();
  const listRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = useSettled(text).trim();
  const { currentData, isFetching, isError } = useFindAnyoneQuery(wanted, { skip: !wanted });
  const found = (wanted && currentData) || [];
  const settled = wanted === text.trim() && !isFetching;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A click, so that unsaved edits on the screen below are asked about.
      listRef.current?.querySelectorAll<HTMLAnchorElement>('a')[chosen]?.click();
    }
  };

  return (
    <dialog
      ref={dialogRef}
      className="sh-jump"
      aria-label="Find anyone"
      onClose={onClose}
      onClick={(event) => event.target === dialogRef.current && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        type="search"
        className="form-control"
        placeholder="Find anyone by id, name or email"
        aria-label="Find anyone by id, name or email"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found[chosen] && `${listId}-${chosen}`}
        autoFocus
        maxLength={MAX_TEXT}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} ref={listRef} className="sh-jump-list" role="listbox" aria-label="Found">
        {found.map((person, index) => (
          <Hit
            key={`${person.kind} ${person.id}`}
            id={`${listId}-${index}`}
            person={person}
            chosen={index === chosen}
            onFollow={onClose}
          />
        ))}
      </div>
      <p className="sh-jump-note" role="status">
        {isError && settled
          ? 'The search did not work. Please type again.'
          : wanted && settled && found.length === 0
            ? 'Nobody found.'
            : ''}
      </p>
    </dialog>
  );
}

interface HitProps {
  id: string;
  person: FoundPerson;
  chosen: boolean;
  onFollow: () => void;
}

function Hit({ id, person, chosen, onFollow }: HitProps) {
  const { path, label } = SCREENS[person.kind];
  return (
    <Link
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      to={`${path}?type=1&q=${person.id}&id=${person.id}`}
      onClick={onFollow}
    >
      <span className="sh-jump-kind">
        {label} {person.id}
      </span>
      <strong>{person.name}</strong>
      <span className="sh-jump-email">{person.emailAddress}</span>
    </Link>
  );
}
