import { businessDayOf } from '@partnerdesk/contracts';
import { useConfiguration } from '@partnerdesk/web';

/** The business's today. */
export function useBusinessToday(): string {
  return businessDayOf(Date.now(), useConfiguration().businessTimezone);
}
