import type { ClaimInfo } from '@partnerdesk/contracts';

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** Says that somebody else has the item open, and until when. */
export function ClaimNote({ claim }: { claim: ClaimInfo | null | undefined }) {
  if (!claim || claim.mine) return null;
  return (
    <p className="pd-claim" role="status">
      <strong>{claim.by}</strong> has this open until {time.format(Date.parse(claim.until))}. You can decide
      once it is free.
    </p>
  );
}
