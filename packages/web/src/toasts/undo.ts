/** What was done, and how it is taken back. */
export interface Undoable {
  id: number;
  text: string;
  undo: () => void;
}

let shown: Undoable | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: Undoable | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows what was done, with a way to take it back; the newest replaces the one before. */
export function offerUndo(text: string, undo: () => void): void {
  lastId += 1;
  put({ id: lastId, text, undo });
}

/** Takes the offer away: it was used, its time is over, or its screen is left. */
export function withdrawUndo(): void {
  if (shown) put(undefined);
}

export const undoStore = {
  read: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
