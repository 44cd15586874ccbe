import { Button, useMedia } from '@partnerdesk/web/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog';

/** Filters over a list; a phone keeps them in a sheet behind a button that says how many are in force. */
export function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const isPhone = useMedia('(max-width: 640px)');
  const [open, setOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <>
      <Button variant="outline-primary" className="pd-filter-button" onClick={() => setOpen(true)}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {open && (
        <Dialog title="Filters" onClose={() => setOpen(false)}>
          {children}
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show the list
          </Button>
        </Dialog>
      )}
    </>
  );
}
