import {
  IMAGE_TYPE,
  type ImageForReview,
  type ImageType,
  PICTURE_TYPES,
  pictureTypesOf,
} from '@partnerdesk/contracts';
import { Link } from '@partnerdesk/web';
import { type Display, displayClass } from '../display/use-display';
import { type OwnPicturesArgs, useGetOwnPicturesQuery } from '../moderation.api';
import { usePictureUrl } from '../picture-url';
import { ownerOf } from '../review/account-link';
import { statusText } from '../status';

type Owner = Omit<OwnPicturesArgs, 'type'>;

/** Shows one person's pictures only, as the query of a queue's address. */
export const ownerQuery = (owner: Owner) =>
  new URLSearchParams(Object.entries(owner).map(([name, id]) => [name, String(id)])).toString();

/** Beside one that is shown. */
const TITLES: Record<ImageType, string> = {
  [IMAGE_TYPE.photoId]: 'Photo id',
  [IMAGE_TYPE.profilePic]: 'Profile picture',
  [IMAGE_TYPE.galleryPic]: 'Gallery',
  [IMAGE_TYPE.memberPic]: 'Other pictures',
};

/** The person's other pictures, each a link to its place in its queue. */
export function OwnPictures({
  picture,
  owner,
  display,
}: {
  picture: ImageForReview;
  owner: Owner;
  display: Display;
}) {
  return pictureTypesOf(ownerOf(picture).kind).map((type) => (
    <OfType key={type} type={type} owner={owner} without={picture.photoID} display={display} />
  ));
}

interface OfTypeProps {
  type: ImageType;
  owner: Owner;
  without: number;
  display: Display;
}

function OfType({ type, owner, without, display }: OfTypeProps) {
  // Of this person alone: those of the one before must not stand beside another's photo id.
  const { currentData = [] } = useGetOwnPicturesQuery({ type, ...owner });
  const urlOf = usePictureUrl();
  const others = currentData.filter(({ photoID }) => photoID !== without);
  if (others.length === 0) return null;
  return (
    <>
      <h3>{TITLES[type]}</h3>
      <ul className="pd-list mod-own">
        {others.map((other) => (
          <li key={other.photoID}>
            <Link
              to={`${PICTURE_TYPES[type].path}?${ownerQuery(owner)}&photo=${other.photoID}`}
              aria-label={`Open photo ${other.photoID}, ${statusText('image', other.status)}`}
            >
              <img className={displayClass(display, false)} src={urlOf(other, 'thumb')} alt="" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
