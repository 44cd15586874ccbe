/**
 * Starts beside a remote's entry the scripts that the document names for its screen (bff/src/static): otherwise each is
 * started once the one before it asks for it. Not those of another build, whose parts have the same names. One that fails
 * is asked for again by the remote, as it stands here under another address.
 */
export function startNamed(entry: string): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[as=script][href^="/remotes/"]')];
  if (!links.some(({ href }) => href === entry)) return;
  for (const link of links) {
    const src = link.getAttribute('href');
    if (link.href !== entry) document.head.append(Object.assign(document.createElement('script'), { src }));
  }
}
