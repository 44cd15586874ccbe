import type { SessionInfo } from '@partnerdesk/contracts';
import { useAppSelector } from '../store/hooks';

/** Who is signed in; null for a visitor. */
export function useSession(): SessionInfo | null {
  return useAppSelector((state) => state.session.person);
}

/** The affiliate's id, 0 for everybody else: what calls and messages carry. */
export function useAffiliateId(): number {
  return useSession()?.affID ?? 0;
}
