import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../bootstrap';
import { type Undoable, undoStore, withdrawUndo } from './undo';

/** How long an offer stands, in ms; longer while the pointer or the focus rests on it. */
export const UNDO_MS = 6000;

/** Shows the offer to take back what was just done. Its live region is always in the page, else the first is not read. */
export function UndoHost() {
  const offer = useSyncExternalStore(undoStore.subscribe, undoStore.read);
  return (
    <div className="pd-undo-host" role="status">
      {offer && <UndoToast key={offer.id} offer={offer} />}
    </div>
  );
}

function UndoToast({ offer }: { offer: Undoable }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(withdrawUndo, UNDO_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  const undo = () => {
    withdrawUndo();
    offer.undo();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that someone is at it
    <div className="pd-undo" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span>{offer.text}</span>
      <Button variant="outline-primary" size="sm" onClick={undo}>
        Undo
      </Button>
    </div>
  );
}
