import type { Principal } from '@partnerdesk/domain';

/** Nobody writes in another's name: 0 is everybody's, an id only its affiliate's. */
export function mayWriteAs(principal: Principal | null, affID: number): boolean {
  return affID === 0 || principal?.affID === affID;
}
