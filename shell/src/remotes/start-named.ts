/**
 * Starts beside a remote's entry the scripts that the document names for its screen (bff/src/static): otherwise each is
 * started once the one before it asks for it. Not those of another build, whose parts have the same names.
 */
export function startNamed(entry: string): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[as=script]')];
  if (!links.some(({ href }) => href === entry)) return;
  for (const link of links) {
    if (link.href === entry) continue;
    const script = document.createElement('script');
    script.src = link.getAttribute('href') ?? '';
    // So that who needs it asks again instead of waiting for this one.
    script.onerror = () => script.remove();
    document.head.append(script);
  }
}
