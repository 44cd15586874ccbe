import type { ImageForReview } from '@partnerdesk/contracts';
import { type MouseEvent, memo, useRef } from 'react';
import { type Display, displayClass } from '../display/use-display';
import { usePictureUrl } from '../picture-url';
import { StatusBadge, statusText } from '../status';
import { DecisionButtons } from './decision-buttons';

/** What can be done from a thumbnail. */
export interface PictureCellActions {
  open: (picture: ImageForReview) => void;
  decide: (picture: ImageForReview, status: number) => void;
  select: (picture: ImageForReview) => void;
}

interface PictureCellProps {
  picture: ImageForReview;
  /** Its place in the grid, in px. */
  left: number;
  top: number;
  width: number;
  current: boolean;
  selected: boolean;
  revealed: boolean;
  isUnread: boolean;
  /** Who else has it open; empty: nobody. */
  openTag: string;
  busy: boolean;
  display: Display;
  moving: boolean;
  actions: PictureCellActions;
}

/** A thumbnail, linking to the full picture, with what its state allows (docs/PRODUCT.md §2 "Image review screens"). */
export const PictureCell = memo(function PictureCell(props: PictureCellProps) {
  const { picture, left, top, width, current, selected, revealed, isUnread, openTag } = props;
  const { busy, display, moving, actions } = props;
  const { photoID, status, near } = picture;
  const urlOf = usePictureUrl();
  // Once asked for it stays; what only flies by is never asked for.
  const asked = useRef(false);
  asked.current ||= !moving;
  const nearTag = near && `like #${near.photoID}`;
  const tags = [openTag, nearTag].filter(Boolean);
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    actions.open(picture);
  };
  return (
    <li
      className={`mod-cell ${current ? 'mod-cell-current' : ''}`}
      style={{ width, transform: `translate(${left}px, ${top}px)` }}
    >
      <a
        className="mod-thumb"
        href={urlOf(picture)}
        aria-label={[`Photo ${photoID}`, statusText('image', status), ...tags].join(', ')}
        aria-current={current ? 'true' : undefined}
        onClick={openHere}
      >
        {asked.current && (
          <img
            className={displayClass(display, revealed)}
            src={urlOf(picture, 'thumb')}
            alt=""
            decoding="async"
            draggable={false}
          />
        )}
        {openTag && (
          <span className="mod-tag mod-tag-claim" title={openTag}>
            {openTag}
          </span>
        )}
        {nearTag && <span className="mod-tag mod-tag-near">{nearTag}</span>}
      </a>
      <div className="mod-cell-line">
        <label>
          <input
            type="checkbox"
            className="form-check-input"
            checked={selected}
            onChange={() => actions.select(picture)}
            aria-label={`Select photo ${photoID}`}
          />{' '}
          #{photoID}
        </label>
        <StatusBadge kind="image" status={status} />
      </div>
      <div className="mod-cell-actions">
        <DecisionButtons
          picture={picture}
          onDecide={(to) => actions.decide(picture, to)}
          isUnread={isUnread}
          busy={busy}
          compact
        />
      </div>
    </li>
  );
});
