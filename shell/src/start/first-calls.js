/*
 * A script of its own, before all others: it has the browser make a screen's first calls while the app is still on its
 * way; the screen's own calls, to the same addresses, take those answers. By the browser's copy of the session: if that
 * is wrong, so are the addresses, and nobody asks for the answers. It imports nothing, so it names the copy
 * (SESSION_COPY_KEY) and the calls by themselves.
 */
{
  /** What screens show first, by their path: the calls' addresses but for an affiliate's id. */
  const FIRST_CALLS = {
    '/dashboard': [
      '/api/quick-statistics?affID=',
      '/api/affiliate-activity?affiliateID=',
      '/api/affiliate-balance?affiliateID=',
    ],
  };
  let affID = 0;
  try {
    affID = JSON.parse(localStorage.getItem('pdesk') ?? '{}')?.affID;
  } catch {
    // Damaged, or the browser keeps nothing.
  }
  for (const call of (affID && FIRST_CALLS[location.pathname.replace(/\/+$/, '')]) || []) {
    const link = { rel: 'preload', as: 'fetch', crossOrigin: '', href: call + affID };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
}
