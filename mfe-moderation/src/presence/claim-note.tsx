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

interface LookersProps {
  names: readonly string[] | undefined;
  /** Whose it is: the note of that says it of them. */
  claim: ClaimInfo | null | undefined;
}

/** Who else looks at the open item. There from the start, so that it is read aloud when it changes. */
export function Lookers({ names = [], claim }: LookersProps) {
  const others = isHeldByOther(claim) ? names.filter((name) => name !== claim.by) : names;
  const text = others.length > 0 ? `${listOf(others)} looking at it` : '';
  return (
    <span className="mod-lookers" role="status" title={text}>
      {text}
    </span>
  );
}

const listOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are`;
