import type { SessionCopy } from '@partnerdesk/web';

/** What screens show first, by their path: the call's address for an affiliate. */
const FIRST_CALLS: Record<string, (affID: number) => string> = {
  '/dashboard': (affID) => `/api/quick-statistics?affID=${affID}`,
};

/**
 * Has the browser make a screen's first call while the screen's code is still on its way; the screen's own call, to the
 * same address, takes that answer. By the browser's copy of the session: if that is wrong, so is the address, and nobody
 * asks for the answer.
 */
export function preloadFirstCall(path: string, copy: SessionCopy | null): void {
  const address = copy?.affID && FIRST_CALLS[path]?.(copy.affID);
  if (!address) return;
  const link = document.createElement('link');
  const attributes = { rel: 'preload', as: 'fetch', crossorigin: '', href: address };
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.head.append(link);
}
