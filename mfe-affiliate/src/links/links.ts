import { useConfiguration, useSession } from '@partnerdesk/web';

/**
 * The affiliate's advertising link, `{host}/partner/{trackID}` (docs/PRODUCT.md §2); tid and lp name its source and
 * landing page.
 */
export function advertisingLink(
  publicUrl: string,
  trackID: string,
  marks: { tid?: string; lp?: string } = {},
): string {
  const query = new URLSearchParams();
  if (marks.tid) query.set('tid', marks.tid);
  if (marks.lp) query.set('lp', marks.lp);
  const text = query.toString();
  return `${publicUrl}/partner/${trackID}${text && `?${text}`}`;
}

/** Makes links of the signed-in affiliate. */
export function useAdvertisingLink() {
  const { publicUrl } = useConfiguration();
  const trackID = useSession()?.trackID ?? '';
  return (marks?: { tid?: string; lp?: string }) => advertisingLink(publicUrl, trackID, marks);
}
