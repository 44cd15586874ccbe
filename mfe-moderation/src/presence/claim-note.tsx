import type { ClaimInfo } from '@partnerdesk/contracts';
import { Moment } from '@partnerdesk/web';

/** Whether somebody else has the item open at this moment: a claim that was read a while ago may have run out. */
export function isHeldByOther(claim: ClaimInfo | null | undefined): claim is ClaimInfo {
  return Boolean(claim && !claim.mine && Date.parse(claim.until) > Date.now());
}

/** Why nothing is decided about an item that somebody else has open. */
export const heldText = ({ by }: ClaimInfo): string =>
  `${by} has this item open. You can decide once it is free`;

/** Says that somebody else has the item open, and until when. */
export function ClaimNote({ claim }: { claim: ClaimInfo | null | undefined }) {
  if (!isHeldByOther(claim)) return null;
  return (
    <p className="mod-claim" role="status">
      <strong>{claim.by}</strong> has this open until <Moment at={claim.until} />. You can decide once it is
      free.
    </p>
  );
}
