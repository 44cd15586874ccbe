import type { ImageForReview } from '@partnerdesk/contracts';
import { Button } from '@partnerdesk/web';
import { useRef } from 'react';
import type { UnderWay } from '../decisions/use-decisions';
import { Cover } from '../display/cover';
import { clearViewHint, type Display, displayClass } from '../display/use-display';
import { drawnSize, usePictureUrl } from '../picture-url';
import { ClaimNote, heldText, isHeldByOther, Lookers } from '../presence/claim-note';
import { OpenFailure } from '../review/open-failure';
import { StatusBadge } from '../status';
import { DecisionButtons } from './decision-buttons';
import { PictureInspector } from './picture-inspector';
import type { useOpenPicture } from './use-open-picture';

interface PictureViewerProps {
  picture: ImageForReview;
  /** Loaded already, so that it is there before it is opened. */
  ahead: readonly ImageForReview[];
  place: ReturnType<typeof useOpenPicture>;
  /** Who else looks at it. */
  lookers: readonly string[] | undefined;
  display: Display;
  revealed: boolean;
  zoomed: boolean;
  underWay: UnderWay;
  /** It has to be shown before it can be approved. */
  isUnread: boolean;
  onReveal: () => void;
  onDecide: (status: number) => void;
}

/** The open picture, as large as the window allows, the decisions under it, and what is known of it beside it. */
export function PictureViewer(props: PictureViewerProps) {
  const { picture, ahead, place, display, revealed, zoomed, underWay, isUnread } = props;
  const { opened, claim, failure } = place;
  const { photoID, status } = picture;
  const urlOf = usePictureUrl();
  const leaving = useLeaving(picture, revealed, underWay.has);
  const step = (label: string, sign: string, onClick: () => void) => (
    <Button variant="" size="sm" className="pd-icon-button" onClick={onClick} aria-label={label}>
      {sign}
    </Button>
  );
  return (
    <section className="mod-viewer" aria-label={`Photo ${photoID}`} tabIndex={-1}>
      <div className="mod-viewer-main">
        <div className="mod-viewer-bar">
          <strong>#{photoID}</strong>
          <StatusBadge kind="image" status={status} live />
          <span className="mod-spring" />
          {step('Previous', '←', () => place.step(-1))}
          {step('Next', '→', () => place.step(1))}
          {step('Back to the list', '✕', place.close)}
        </div>
        <div className={`mod-stage ${zoomed ? 'mod-stage-zoomed' : ''}`}>
          {[picture, ...ahead].map((each) => (
            // The same element that was loaded ahead is then shown: its file is never loaded twice.
            <img
              key={each.photoID}
              className={displayClass(display, revealed && each === picture)}
              src={urlOf(each, drawnSize(each.type, each === picture && (revealed || !display.blur)))}
              width={each.width}
              height={each.height}
              alt={each === picture ? `Photo ${photoID}` : ''}
              hidden={each !== picture}
              draggable={false}
            />
          ))}
          {leaving && (
            <img
              key={leaving.picture.photoID}
              className={`mod-leaving ${displayClass(display, leaving.revealed)}`}
              src={urlOf(leaving.picture, drawnSize(leaving.picture.type, leaving.revealed || !display.blur))}
              alt=""
              draggable={false}
            />
          )}
          <Cover
            display={display}
            revealed={revealed}
            onReveal={props.onReveal}
            hint={isUnread ? clearViewHint(picture.type) : undefined}
          />
          <div className="mod-stage-notes">
            <ClaimNote claim={claim} />
            <Lookers names={props.lookers} claim={claim} />
            <OpenFailure failure={failure} text="This picture could not be opened." onRetry={place.retry} />
          </div>
        </div>
        <div className="mod-decisions pd-foot">
          <DecisionButtons
            picture={picture}
            busy={underWay.ids.has(photoID)}
            isUnread={isUnread}
            held={isHeldByOther(claim) ? heldText(claim) : undefined}
            onDecide={props.onDecide}
          />
        </div>
      </div>
      <PictureInspector picture={picture} opened={opened} isLoading={!opened && !failure} display={display} />
    </section>
  );
}

interface Shown {
  picture: ImageForReview;
  revealed: boolean;
}

/** The picture that was judged last, over which the next one is shown already: it fades without keeping anybody. */
function useLeaving(picture: ImageForReview, revealed: boolean, isUnderWay: (photoID: number) => boolean) {
  const shown = useRef<Shown>({ picture, revealed });
  const left = useRef<Shown>(undefined);
  const before = shown.current;
  if (before.picture.photoID !== picture.photoID)
    left.current = isUnderWay(before.picture.photoID) ? before : undefined;
  shown.current = { picture, revealed };
  return left.current;
}
