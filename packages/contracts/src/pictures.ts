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
  /** The screen of its queue (docs/PRODUCT.md §2). */
  path: string;
  /** In a sentence, and as a heading. */
  noun: string;
  heading: string;
  /** Whose it is, and whose folder has it (docs/PRODUCT.md §3). */
  owner: PicturedKind;
  /** The ids that its upload names, and no others. */
  needs: readonly ((typeof ACCOUNT_KINDS)[PicturedKind]['id'] | 'profileID')[];
  /**
   * By what a decision names it (docs/PRODUCT.md §7). Unless that is its own id, one picture counts of whose the id is:
   * the last.
   */
  namedBy: 'staffID' | 'profileID' | 'photoID';
  /** Whether it may be hidden (docs/PRODUCT.md §4). */
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

/** The types of pictures that such a person has. */
export const pictureTypesOf = (owner: PictureType['owner']): ImageType[] =>
  Object.values(IMAGE_TYPE).filter((type) => PICTURE_TYPES[type].owner === owner);

/**
 * URL of a picture: assets address, images root folder, folder, file name (docs/PRODUCT.md §3); or of its
 * thumbnail.
 */
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
