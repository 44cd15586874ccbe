import type { ClaimInfo } from '@partnerdesk/contracts';
import { isHeldByOther } from './claim-note';

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
