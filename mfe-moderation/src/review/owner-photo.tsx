import type { ImageType } from '@partnerdesk/contracts';
import { Cover, isCovered, type PhotoShow } from '../display/cover';
import { displayClass } from '../display/use-display';
import { drawnSize, usePictureUrl } from '../picture-url';

interface OwnerPhotoProps {
  type: ImageType;
  /** File name; empty without one. */
  photo: string;
  show: PhotoShow;
}

/** The photo of a profile or an application, at a size at which it can be judged; it links to the file. */
export function OwnerPhoto({ type, photo, show }: OwnerPhotoProps) {
  const urlOf = usePictureUrl();
  const picture = { type, photo };
  return (
    <dl className="mod-photo-fact">
      <dt>Photo</dt>
      <dd>
        {photo ? (
          <span className="mod-owner-photo">
            <a href={urlOf(picture)} target="_blank" rel="noreferrer" inert={isCovered(show)}>
              <img
                className={displayClass(show.display, show.revealed)}
                src={urlOf(picture, drawnSize(type, show.revealed || !show.display.blur))}
                alt="The full size opens in a new window"
              />
            </a>
            <Cover {...show} />
          </span>
        ) : (
          <span className="pd-panel-muted">none</span>
        )}
      </dd>
    </dl>
  );
}
