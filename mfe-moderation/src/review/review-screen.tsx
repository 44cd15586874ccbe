import '../moderation.css';
import './review.css';
import { QUEUE_OF_PATH } from '@partnerdesk/contracts';
import { EmptyState, QueryView, Screen } from '@partnerdesk/web';
import { type KeyAction, useKeys } from '@partnerdesk/web/grid';
import { type ReactNode, useState } from 'react';
import type { PhotoShow } from '../display/cover';
import { clearViewHint, useDisplay, useNeedsClearView } from '../display/use-display';
import { KeyboardButton } from '../key';
import { useGetReasonsQuery } from '../moderation.api';
import { QueueLine } from '../queue/queue-line';
import type { Owner } from './account-link';
import { HelpDialog } from './help-dialog';
import { RejectDialog } from './reject-dialog';
import { ReviewDetails } from './review-details';
import { ReviewList } from './review-list';
import { type ReviewItem, type ReviewOptions, useReview } from './use-review';
import { useTurns } from './use-turns';

interface ReviewScreenProps<Row extends ReviewItem> extends ReviewOptions<Row> {
  title: string;
  path: '/approve-profiles' | '/approve-staff';
  empty: string;
  failure: string;
  /** Whose account stays open when one is rejected. */
  ownersOf: (row: Row) => readonly Owner[];
  children: (row: Row, show: PhotoShow) => ReactNode;
  /** Further actions by key; without a row none is open. */
  extraKeys?: (row: Row | undefined) => readonly KeyAction[];
}

/** A list of what awaits approval beside the open item with approve and reject (docs/PRODUCT.md §2). */
export function ReviewScreen<Row extends ReviewItem>(props: ReviewScreenProps<Row>) {
  const { title, path, kind, empty, failure, query, idOf, photoOf } = props;
  const [help, setHelp] = useState(false);
  /** The item whose photo is shown plainly. */
  const [revealedID, setRevealedID] = useState<number>();
  const { display, toggle } = useDisplay();
  const queueName = QUEUE_OF_PATH[path];
  const needsClearView = useNeedsClearView(queueName);
  const isUnread = (row: Row) =>
    needsClearView && display.blur && photoOf(row).photo !== '' && revealedID !== idOf(row);
  const review = useReview(props, isUnread);
  // There before the dialog that shows them: R and a digit may follow at once.
  useGetReasonsQuery();
  const { rows, current, openID, decisions, rejecting } = review;
  const turnsRef = useTurns(current && openID);
  const isRevealed = openID !== undefined && revealedID === openID;
  const isCurrentUnread = current !== undefined && isUnread(current);
  const show = {
    display,
    revealed: isRevealed,
    onReveal: () => setRevealedID(openID),
    ...(current && isCurrentUnread && { hint: clearViewHint(photoOf(current).type) }),
  };

  const keys: KeyAction[] = [
    { keys: ['ArrowRight', 'j'], label: 'View the next', repeats: true, run: () => review.step(1) },
    { keys: ['ArrowLeft', 'k'], label: 'View the previous', repeats: true, run: () => review.step(-1) },
    { keys: ['a'], label: 'Approve', run: review.approve },
    { keys: ['r'], label: 'Reject; then a digit for the reason', run: review.startRejection },
    ...(props.extraKeys?.(current) ?? []),
    { keys: ['u'], label: 'Undo my last decision', run: () => void decisions.undo() },
    { keys: ['t'], label: 'My last decisions, each with Undo', run: decisions.toggleTray },
    {
      keys: ['v'],
      label: 'Show the photo plainly, or cover it',
      run: () => setRevealedID(isRevealed ? undefined : openID),
    },
    { keys: ['b'], label: 'Blur all on or off', run: () => toggle('blur') },
    { keys: ['g'], label: 'Gray all on or off', run: () => toggle('grayscale') },
    { keys: ['Escape'], label: 'Close', run: review.close },
    { keys: ['?'], label: 'This help', run: () => setHelp(true) },
  ];
  useKeys(keys);

  return (
    <Screen title={title} actions={<KeyboardButton onClick={() => setHelp(true)} />}>
      {queueName && <QueueLine queue={queueName} decisions={decisions} />}
      {/* The keys decide on the open item, which has to be seen. */}
      <QueryView query={query} failure={failure} stays>
        {() =>
          rows.length === 0 ? (
            <EmptyState text={empty} />
          ) : (
            <div className={`mod-approval ${current ? 'mod-approval-open' : ''}`} ref={turnsRef}>
              <ReviewList {...props} review={review} display={display} />
              {current ? (
                <ReviewDetails
                  kind={kind}
                  id={idOf(current)}
                  name={props.nameOf(current)}
                  review={review}
                  isUnread={isCurrentUnread}
                >
                  {props.children(current, show)}
                </ReviewDetails>
              ) : (
                <p className="mod-none-open">
                  Choose one from the list
                  <span className="mod-keyboard">
                    , or press <span className="mod-key">J</span> for the first
                  </span>
                  .
                </p>
              )}
            </div>
          )
        }
      </QueryView>
      {help && <HelpDialog actions={keys} onClose={() => setHelp(false)} />}
      {rejecting && (
        <RejectDialog
          what={`${kind} ${idOf(rejecting)}`}
          owners={props.ownersOf(rejecting)}
          onReject={review.reject}
          onClose={review.cancelRejection}
        />
      )}
    </Screen>
  );
}
