import { Button, formatAge } from '@partnerdesk/web';
import { type Display, displayClass } from '../display/use-display';
import { usePictureUrl } from '../picture-url';
import type { Review, ReviewItem, ReviewOptions } from './use-review';

interface ReviewListProps<Row extends ReviewItem>
  extends Pick<ReviewOptions<Row>, 'idOf' | 'nameOf' | 'photoOf'> {
  review: Review<Row>;
  display: Display;
}

/** The pending items, each with its thumbnail, name, id and age; the whole row opens it. */
export function ReviewList<Row extends ReviewItem>(props: ReviewListProps<Row>) {
  const { idOf, nameOf, photoOf, review, display } = props;
  const urlOf = usePictureUrl();
  return (
    <ul className="pd-list mod-pending">
      {review.rows.map((row) => {
        const id = idOf(row);
        const photo = photoOf(row);
        const isOpen = id === review.openID;
        const about = [`#${id}`, formatAge(row.dateCreated), review.presence.tagOf(id, row.claim)]
          .filter(Boolean)
          .join(' · ');
        return (
          <li key={id} className={isOpen ? 'mod-pending-open' : undefined}>
            <span className="mod-pending-photo">
              {photo.photo && (
                <img
                  className={displayClass(display, false)}
                  src={urlOf(photo, 'thumb')}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              )}
            </span>
            <span className="mod-pending-text">
              <strong title={nameOf(row)}>{nameOf(row)}</strong>
              <span className="pd-panel-muted" title={about}>
                {about}
              </span>
            </span>
            <Button
              variant="outline-primary"
              size="sm"
              aria-label={`view ${id}`}
              aria-pressed={isOpen}
              onClick={() => review.open(row)}
            >
              view
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
