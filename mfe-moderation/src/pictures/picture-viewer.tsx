import type { ImageForReview, NearPicture, OpenedItem } from '@partnerdesk/contracts';
import { type ApiError, Button, Loading } from '@partnerdesk/web';
import { type Care, careClass } from '../care/use-care';
import { usePictureAddress } from '../picture-address';
import { ClaimNote } from '../review/claim-note';
import { History } from '../review/history';
import { statusText } from '../review/status-text';
import { DecisionButtons } from './decision-buttons';

interface PictureViewerProps {
  picture: ImageForReview;
  /** Loaded already, so that it is there before it is asked for. */
  ahead: readonly ImageForReview[];
  opened: OpenedItem | undefined;
  failure: ApiError | undefined;
  care: Care;
  revealed: boolean;
  zoomed: boolean;
  busy: boolean;
  onReveal: () => void;
  onDecide: (status: number) => void;
  onPrevious: () => void;
  onNext: () => void;
  onClose: () => void;
}

/** The opened picture with all that is known of it, and the decisions that its state allows. */
export function PictureViewer(props: PictureViewerProps) {
  const { picture, ahead, opened, failure, care, revealed, zoomed, busy } = props;
  const { photoID, status, staffID, profileID, memberID } = picture;
  const address = usePictureAddress();
  const claim = opened ? opened.claim : picture.claim;
  const covered = !revealed && (care.blur || care.grayscale);
  return (
    <section className="pd-viewer" aria-label={`Photo ${photoID}`}>
      <div className="pd-viewer-bar">
        <strong>#{photoID}</strong>
        <span className={`pd-status pd-status-${status}`} role="status">
          {statusText('image', status)}
        </span>
        <Button
          variant=""
          size="sm"
          className="pd-icon-button"
          onClick={props.onPrevious}
          aria-label="Previous"
        >
          ←
        </Button>
        <Button variant="" size="sm" className="pd-icon-button" onClick={props.onNext} aria-label="Next">
          →
        </Button>
        <Button variant="" size="sm" className="pd-icon-button" onClick={props.onClose} aria-label="Close">
          ✕
        </Button>
      </div>
      <ClaimNote claim={claim} />
      {failure && <p className="pd-refusal">{failure.message || 'This picture could not be opened.'}</p>}
      <div className={`pd-stage ${zoomed ? 'pd-stage-zoomed' : ''}`}>
        {[picture, ...ahead].map((each) => (
          // The same element that was loaded ahead is then shown: its file is never asked for twice.
          <img
            key={each.photoID}
            className={careClass(care, revealed && each === picture)}
            src={address(each)}
            width={each.width}
            height={each.height}
            alt={each === picture ? `Photo ${photoID}` : ''}
            hidden={each !== picture}
            draggable={false}
          />
        ))}
        {covered && (
          <button type="button" className="pd-cover" onClick={props.onReveal}>
            Click or press V to see it
          </button>
        )}
      </div>
      <div className="pd-viewer-actions">
        <DecisionButtons picture={picture} busy={busy} onDecide={props.onDecide} />
        <a className="btn btn-link" href={address(picture)} target="_blank" rel="noreferrer">
          Full picture
        </a>
      </div>
      <dl className="pd-facts">
        {staffID > 0 && <Fact label="StaffID" value={staffID} />}
        {profileID > 0 && <Fact label="ProfileID" value={profileID} />}
        {memberID > 0 && <Fact label="MemberID" value={memberID} />}
        <Fact label="Size" value={`${picture.width} × ${picture.height}`} />
      </dl>
      <Near pictures={opened?.near ?? (picture.near ? [picture.near] : [])} care={care} />
      <h3>History</h3>
      {opened ? <History kind="image" lines={opened.history} /> : !failure && <Loading />}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string | number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Judged pictures that look like this one. */
function Near({ pictures, care }: { pictures: readonly NearPicture[]; care: Care }) {
  const address = usePictureAddress();
  if (pictures.length === 0) return null;
  return (
    <div className="pd-near">
      <h3>Nearly the same, judged before</h3>
      <ul>
        {pictures.map((near) => (
          <li key={near.photoID}>
            <a href={address(near)} target="_blank" rel="noreferrer">
              <img className={careClass(care, false)} src={address(near, 'thumb')} alt="" />
              <span>
                #{near.photoID}{' '}
                <span className={`pd-status pd-status-${near.status}`}>
                  {statusText('image', near.status)}
                </span>
                <br />
                <span className="pd-panel-muted">
                  {[near.by && `by ${near.by}`, near.reason, near.note].filter(Boolean).join(' – ')}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
