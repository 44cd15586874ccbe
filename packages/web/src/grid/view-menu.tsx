import { Button } from '@partnerdesk/web/core';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { GridParams } from './grid-params';

interface ViewMenuProps {
  /** Those that can be shown besides the usual ones, by their names in the address. */
  further: readonly { name: string; header: string }[];
  shown: readonly string[];
  compact: boolean;
  onShow: (view: Partial<Pick<GridParams, 'columns' | 'compact'>>) => void;
}

/** How a list is shown: which columns it has, and how close its rows stand. */
export function ViewMenu({ further, shown, compact, onShow }: ViewMenuProps) {
  const [open, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const toggle = (name: string) =>
    onShow({ columns: shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name] });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // What is open below it stays.
    event.preventDefault();
    setOpen(false);
    buttonRef.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    <>
      {further.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the button and its menu
        <div className="pd-grid-columns" onKeyDown={onKeyDown} onBlur={onBlur}>
          <Button
            ref={buttonRef}
            variant="outline-primary"
            size="sm"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            Columns
          </Button>
          {open && (
            <fieldset aria-label="Columns shown">
              {further.map(({ name, header }) => (
                <label key={name}>
                  <input type="checkbox" checked={shown.includes(name)} onChange={() => toggle(name)} />
                  {header}
                </label>
              ))}
            </fieldset>
          )}
        </div>
      )}
      <Button
        variant="outline-primary"
        size="sm"
        className="pd-grid-density"
        aria-pressed={compact}
        active={compact}
        onClick={() => onShow({ compact: !compact })}
      >
        Compact rows
      </Button>
    </>
  );
}
