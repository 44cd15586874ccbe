import { Button } from '@partnerdesk/web';
import type { ReactNode } from 'react';

/** A key on what it stands for; not read aloud. */
export const Key = ({ children }: { children: ReactNode }) => (
  <span className="mod-key" aria-hidden="true">
    {children}
  </span>
);

/** Opens the list of keys. */
export const KeyboardButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="outline-primary" size="sm" className="mod-keyboard" onClick={onClick}>
    Keyboard <Key>?</Key>
  </Button>
);
