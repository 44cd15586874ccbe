import type { ReviewKind } from '@partnerdesk/contracts';
import { Button, singleClick } from '@partnerdesk/web';
import type { ReactNode } from 'react';
import { SHOW_FIRST } from '../display/use-display';
import { Key } from '../key';
import { ClaimNote, heldText, isHeldByOther, Lookers } from '../presence/claim-note';
import { statusText } from '../status';
import { History } from './history';
import { OpenFailure } from './open-failure';
import type { Review, ReviewItem } from './use-review';

interface ReviewDetailsProps<Row extends ReviewItem> {
  kind: Exclude<ReviewKind, 'image'>;
  id: number;
  name: string;
  review: Review<Row>;
  /** Its picture has to be shown before it can be approved. */
  isUnread: boolean;
  children: ReactNode;
}

/** The open item. Its decisions stand above all that is of any length, so that they never move. */
export function ReviewDetails<Row extends ReviewItem>(props: ReviewDetailsProps<Row>) {
  const { kind, id, name, review, isUnread, children } = props;
  const { current, opened, claim, failure, busy } = review;
  const held = isHeldByOther(claim) ? heldText(claim) : undefined;
  const decision = (label: string, key: string, decide: () => void, hint?: string) => (
    <Button
      variant={label.toLowerCase()}
      aria-disabled={busy || hint !== undefined}
      title={hint}
      onClick={singleClick(decide)}
    >
      {label} <Key>{key}</Key>
    </Button>
  );
  return (
    <section className="mod-details" aria-label={`${kind} ${id}`} tabIndex={-1}>
      <div className="mod-details-head">
        <Button variant="outline-primary" size="sm" className="mod-back" onClick={review.close}>
          List
        </Button>
        <h2>{name}</h2>
        <Lookers names={review.presence.lookersOf(id)} claim={claim} />
      </div>
      <div className="mod-decisions pd-foot">
        {decision('Approve', 'A', review.approve, held ?? (isUnread ? SHOW_FIRST : undefined))}
        {decision('Reject', 'R', review.startRejection, held)}
      </div>
      <ClaimNote claim={claim} />
      <OpenFailure failure={failure} text="This could not be opened." onRetry={review.retry} />
      {opened && current && opened.review > current.review && (
        <p className="pd-refusal">
          It was judged meanwhile: {statusText(kind, opened.status)}. See its history.
        </p>
      )}
      {children}
      {opened && opened.history.length > 0 && (
        <>
          <h3>History</h3>
          <History kind={kind} status={opened.status} lines={opened.history} />
        </>
      )}
    </section>
  );
}
