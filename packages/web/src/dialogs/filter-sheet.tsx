import { Button, useMedia } from '@partnerdesk/web/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog';

interface FilterSheetProps {
  /** How many filters are in force. */
  count: number;
  /** A form that is sent by its own button gets what closes the sheet, and ends it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Filters over a list; a phone keeps them in a sheet behind a button that says how many are in force. */
export function FilterSheet({ count, children }: FilterSheetProps) {
  const isPhone = useMedia('(max-width: 640px)');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isForm = typeof children === 'function';
  const content = isForm ? children(close) : children;
  if (!isPhone) return content;
  return (
    <>
      <Button variant="outline-primary" className="pd-filter-button" onClick={() => setOpen(true)}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {open && (
        <Dialog title="Filters" onClose={close}>
          {content}
          {!isForm && (
            <Button variant="primary" onClick={close}>
              Show the list
            </Button>
          )}
        </Dialog>
      )}
    </>
  );
}
