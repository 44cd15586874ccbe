import { type LinkMarks, SUB_IDS } from '@partnerdesk/contracts';
import { useConfiguration, useSession } from '@partnerdesk/web';

/** What a link may carry; `to` is the path of a page of the service. */
export type LinkParts = Partial<LinkMarks> & { to?: string };

const NAMES = ['tid', 'lp', ...SUB_IDS, 'to'] as const;

/** The affiliate's advertising link, `{host}/partner/{trackID}` (docs/PRODUCT.md §2), with what it carries. */
export function advertisingLink(publicUrl: string, trackID: string, parts: LinkParts = {}): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (parts[name]) query.set(name, parts[name]);
  const text = query.toString();
  return `${publicUrl}/partner/${trackID}${text && `?${text}`}`;
}

/** Makes links of the signed-in affiliate. */
export function useAdvertisingLink() {
  const { publicUrl } = useConfiguration();
  const trackID = useSession()?.trackID ?? '';
  return (parts?: LinkParts) => advertisingLink(publicUrl, trackID, parts);
}

/** `mail, chat-1, s1 ad-7`: what a link carries, to be read. */
export const marksText = (parts: LinkParts): string =>
  [parts.tid, parts.lp, ...SUB_IDS.map((id) => parts[id] && `${id} ${parts[id]}`), parts.to]
    .filter(Boolean)
    .join(', ');
