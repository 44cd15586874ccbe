import { useEffect, useRef } from 'react';

/** Asked before unsaved edits are left. */
const QUESTION = 'You have unsaved changes. Leave without saving them?';

/** Forms with unsaved edits, by a key of each. */
const unsaved = new Set<symbol>();

/** Whether the person may leave: asks if anything is unsaved. For navigation that no link or history step causes. */
export function mayLeave(): boolean {
  return unsaved.size === 0 || window.confirm(QUESTION);
}

/** A link that the router or the browser would follow in this page. */
function isLeaving(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && !link.target && !link.hasAttribute('download');
}

function guardLinks(event: MouseEvent): void {
  if (!isLeaving(event) || mayLeave()) return;
  event.preventDefault();
  event.stopPropagation();
}

function guardPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The router numbers its entries of the history. */
const historyIndex = () => Number((window.history.state as { idx?: number } | null)?.idx ?? 0);
let shownIndex = 0;
let returning = false;

/** The address has changed already when this comes: a refusal goes back to where the edits are. */
function guardHistory(event: PopStateEvent): void {
  if (unsaved.size === 0) return;
  const steps = shownIndex - historyIndex();
  if (returning || (steps !== 0 && !mayLeave())) {
    event.stopImmediatePropagation();
    if (!returning) window.history.go(steps);
    returning = !returning;
  } else {
    shownIndex = historyIndex();
  }
}

// Once and for good: browsers call the window's listeners in their order, and the router's comes later.
window.addEventListener('popstate', guardHistory, true);

function startGuarding(): void {
  returning = false;
  document.addEventListener('click', guardLinks, true);
  window.addEventListener('beforeunload', guardPage);
}

function stopGuarding(): void {
  document.removeEventListener('click', guardLinks, true);
  window.removeEventListener('beforeunload', guardPage);
}

/** While there are unsaved edits: links, back, forward, reload and closing the page ask first. */
export function useLeaveGuard(hasUnsaved: boolean): void {
  const key = useRef(Symbol('form')).current;
  useEffect(() => {
    if (!hasUnsaved) return;
    if (unsaved.size === 0) startGuarding();
    unsaved.add(key);
    shownIndex = historyIndex();
    return () => {
      unsaved.delete(key);
      if (unsaved.size === 0) stopGuarding();
    };
  }, [hasUnsaved, key]);
}
