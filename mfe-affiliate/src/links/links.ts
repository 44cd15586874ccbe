import { type LinkMarks, SUB_IDS } from '@partnerdesk/contracts';
import { useConfiguration, useSession } from '@partnerdesk/web';
import { useMemo } from 'react';

/** What a link may carry; `to` is the path of a page of the service. */
type LinkParts = Partial<LinkMarks> & { to?: string };

const NAMES = ['tid', 'lp', ...SUB_IDS, 'to'] as const;

/** Makes the affiliate's advertising link, `{host}/partner/{trackID}` (docs/PRODUCT.md §2), with what it carries. */
export function useAdvertisingLink() {
  const { publicUrl } = useConfiguration();
  const trackID = useSession()?.trackID ?? '';
  return (parts: LinkParts = {}): string => {
    const query = new URLSearchParams();
    for (const name of NAMES) if (parts[name]) query.set(name, parts[name]);
    const text = query.toString();
    return `${publicUrl}/partner/${trackID}${text && `?${text}`}`;
  };
}

/** The title of each landing page. */
export function useLandingTitles(): ReadonlyMap<string, string> {
  const { landingPagesCategories } = useConfiguration();
  return useMemo(
    () => new Map(landingPagesCategories.flatMap(({ pages }) => pages.map(({ lp, title }) => [lp, title]))),
    [landingPagesCategories],
  );
}

/** `mail, chat-1, s1 ad-7`: what a link carries, to be read. */
export const marksText = (parts: LinkParts): string =>
  [parts.tid, parts.lp, ...SUB_IDS.map((id) => parts[id] && `${id} ${parts[id]}`), parts.to]
    .filter(Boolean)
    .join(', ');
