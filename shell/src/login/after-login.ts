import type { Visitor } from '@partnerdesk/contracts';
import { findScreen } from '../routing/find-screen';

/**
 * Where to go after a login: to the asked-for screen if the visitor could not see it and the person can, otherwise to
 * the dashboard (docs/PRODUCT.md §2). Screens for everybody do not count as asked for: a login there leads to the
 * dashboard.
 */
export function pathAfterLogin(asked: string, person: Visitor): string {
  const path = asked.split('?')[0] ?? asked;
  const closedToVisitors = findScreen(path, null).kind === 'not-found';
  const openToPerson = ['remote', 'shell'].includes(findScreen(path, person).kind);
  return closedToVisitors && openToPerson ? asked : '/dashboard';
}
