import { IMAGE_TYPE, type ImageType } from './codes';
import type { ACCOUNT_KINDS, PicturedKind } from './wire-accounts';

/** Of the configuration (docs/PRODUCT.md §3). */
interface Folders {
  assetsUri: string;
  imagesRootFolder: string;
  membersAssetsFolder: string;
  operatorsAssetsFolder: string;
}

/** What is the same wherever a type of picture is met. */
interface PictureType {
  path: string;
  /** In a sentence, and as a heading. */
  noun: string;
  heading: string;
  /** Whose it is, and whose folder has it (docs/PRODUCT.md §3). */
  owner: PicturedKind;
  /** The ids that its upload names, and no others. */
  needs: readonly ((typeof ACCOUNT_KINDS)[PicturedKind]['id'] | 'profileID')[];
  /** By what a decision names it (docs/PRODUCT.md §7): by an owner's id the last picture counts. */
  namedBy: 'staffID' | 'profileID' | 'photoID';
  mayHide: boolean;
}

/** Every type of picture: one more is an entry here, and the compiler names what it lacks. */
export const PICTURE_TYPES: Readonly<Record<ImageType, PictureType>> = {
  [IMAGE_TYPE.photoId]: {
    path: '/photoid',
    noun: 'photo id',
    heading: 'Photo id',
    owner: 'staff',
    needs: ['staffID'],
    namedBy: 'staffID',
    mayHide: false,
  },
  [IMAGE_TYPE.profilePic]: {
    path: '/profile-images',
    noun: 'profile picture',
    heading: 'Profile pictures',
    owner: 'staff',
    needs: ['staffID', 'profileID'],
    namedBy: 'profileID',
    mayHide: false,
  },
  [IMAGE_TYPE.galleryPic]: {
    path: '/gallery-images',
    noun: 'gallery picture',
    heading: 'Gallery',
    owner: 'staff',
    needs: ['staffID', 'profileID'],
    namedBy: 'photoID',
    mayHide: true,
  },
  [IMAGE_TYPE.memberPic]: {
    path: '/member-images',
    noun: 'member picture',
    heading: 'Pictures',
    owner: 'member',
    needs: ['memberID'],
    namedBy: 'photoID',
    mayHide: false,
  },
};

export const pictureTypesOf = (owner: PictureType['owner']): ImageType[] =>
  Object.values(IMAGE_TYPE).filter((type) => PICTURE_TYPES[type].owner === owner);

/** URL of a picture (docs/PRODUCT.md §3), or of its thumbnail. */
export function pictureUrl(
  folders: Folders,
  { type, photo }: { type: ImageType; photo: string },
  size: 'full' | 'thumb' = 'full',
): string {
  const { membersAssetsFolder: member, operatorsAssetsFolder: staff } = folders;
  // An answer may name a type that this version does not know.
  const folder = { member, staff }[PICTURE_TYPES[type]?.owner ?? 'staff'];
  const below = size === 'thumb' ? 'thumbs/' : '';
  return `${folders.assetsUri}/${folders.imagesRootFolder}/${folder}/${below}${photo}`;
}
