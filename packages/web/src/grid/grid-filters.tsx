import { Button } from '@partnerdesk/web/core';
import { onOutside } from '@partnerdesk/web/kit';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { X } from '../icons';
import { singleClick } from '../single-click';

/** What a list can be narrowed by. */
export interface GridFilter {
  name: string;
  /** As its field is labelled. */
  label: string;
  /** What it is set to, in words; undefined: it leaves everything in. */
  text: string | undefined;
  field: ReactNode;
}

interface GridFiltersProps {
  filters: readonly GridFilter[];
  onRemove: (name: string) => void;
  onClear: () => void;
}

/** Stands for the list of those that are not set. */
const ADD = '';

/**
 * The filters of a list in one row: each that is set is a chip, which opens its field and can be removed; "Add filter"
 * has the others. A field applies at once; Escape, or a press elsewhere, closes it.
 */
export function GridFilters({ filters, onRemove, onClear }: GridFiltersProps) {
  const { open, setOpen, close, focusNext, frameRef } = useOpenField();
  const shown = filters.filter(({ name, text }) => text !== undefined || name === open);
  const others = filters.filter((each) => !shown.includes(each));
  const opened = filters.find(({ name }) => name === open);
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    // A calendar of the field takes an Escape of its own.
    if (open === undefined || event.defaultPrevented || !(isDone || event.key === 'Escape')) return;
    event.preventDefault();
    close();
  };
  const toggle = (name: string) => setOpen(name === open ? undefined : name);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the chips and their fields
    <div className="pd-grid-filters" ref={frameRef} onKeyDown={onKeyDown}>
      <ul className="pd-chips" aria-label="Filters">
        {shown.map(({ name, label, text }) => {
          const words = text === undefined ? label : `${label}: ${text}`;
          return (
            <li key={name} className="pd-chip">
              <button
                type="button"
                className="pd-chip-open"
                data-filter={name}
                aria-expanded={name === open}
                onClick={() => toggle(name)}
              >
                {words}
              </button>
              <button
                type="button"
                aria-label={`Remove ${words}`}
                onClick={singleClick(() => {
                  if (text !== undefined) onRemove(name);
                  focusNext(ADD);
                })}
              >
                <X size={14} />
              </button>
            </li>
          );
        })}
        <li>
          <Button
            variant="link"
            size="sm"
            data-filter={ADD}
            aria-expanded={open === ADD}
            hidden={others.length === 0}
            onClick={() => toggle(ADD)}
          >
            Add filter
          </Button>
        </li>
        {shown.filter(({ text }) => text !== undefined).length > 1 && (
          <li>
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                onClear();
                focusNext(ADD);
              }}
            >
              Clear all
            </Button>
          </li>
        )}
      </ul>
      {open !== undefined && (
        <fieldset className="pd-grid-popover" aria-label={opened ? 'Filter' : 'Filters to add'}>
          {opened?.field ??
            others.map(({ name, label }) => (
              <button key={name} type="button" className="pd-grid-choice" onClick={() => setOpen(name)}>
                {label}
              </button>
            ))}
        </fieldset>
      )}
    </div>
  );
}

const buttonOf = (frame: HTMLElement | null, name: string) =>
  frame?.querySelector<HTMLElement>(`[data-filter="${name}"]:not([hidden])`);

/** Which field is open, by its filter's name, and where the focus goes with it. */
function useOpenField() {
  const frameRef = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string>();
  /** Filter on whose chip the focus is to be once it is drawn. */
  const next = useRef<string>(undefined);
  const focusNext = (name: string) => {
    next.current = name;
    setOpen(undefined);
  };
  useEffect(() => {
    const name = next.current;
    if (name === undefined) return;
    next.current = undefined;
    // Without anything to add there is a chip.
    const frame = frameRef.current;
    (buttonOf(frame, name) ?? buttonOf(frame, ADD) ?? frame?.querySelector('button'))?.focus();
  });
  useEffect(() => {
    if (open === undefined) return undefined;
    const popover = frameRef.current?.querySelector<HTMLElement>('.pd-grid-popover');
    const button = buttonOf(frameRef.current, open);
    const scrolled = button?.closest('ul')?.scrollLeft ?? 0;
    popover?.style.setProperty('--pd-at', `${(button?.offsetLeft ?? 0) - scrolled}px`);
    popover?.querySelector<HTMLElement>('select, input, button')?.focus();
    return onOutside(frameRef, () => setOpen(undefined));
  }, [open]);
  return { open, setOpen, close: () => focusNext(open ?? ADD), focusNext, frameRef };
}
