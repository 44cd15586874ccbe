export const MAX_CAMPAIGNS = 200;
export const MAX_CAMPAIGN_NAME = 60;
export const MAX_DEEP_LINK = 200;

/**
 * The path that a link may lead to, as an address has it; undefined: none of the allowed pages. One that ends with a
 * slash allows everything below it.
 */
export function allowedPage(to: string, allowed: readonly string[]): string | undefined {
  if (!to.startsWith('/') || to.length > MAX_DEEP_LINK || !URL.canParse(to, 'https://service.invalid'))
    return undefined;
  const { host, pathname } = new URL(to, 'https://service.invalid');
  const isAllowed = allowed.some((page) =>
    page.endsWith('/') ? pathname.startsWith(page) : pathname === page,
  );
  return host === 'service.invalid' && isAllowed ? pathname : undefined;
}
