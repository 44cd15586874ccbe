import {
  ACCOUNT_KINDS,
  accountPath,
  type ImageForReview,
  PICTURE_TYPES,
  type PicturedKind,
} from '@partnerdesk/contracts';
import { Link, useMayOpen } from '@partnerdesk/web';

/** A person whose pictures are judged. */
export interface Owner {
  kind: PicturedKind;
  id: number;
}

/** Whose picture it is. */
export function ownerOf(picture: ImageForReview): Owner {
  const kind = PICTURE_TYPES[picture.type].owner;
  return { kind, id: picture[ACCOUNT_KINDS[kind].id] };
}

/** Makes the address of a person's account; it answers undefined where the session may not open accounts. */
export function useAccountPath() {
  const mayOpen = useMayOpen();
  return ({ kind, id }: Owner): string | undefined =>
    mayOpen(ACCOUNT_KINDS[kind].path) ? accountPath(kind, id) : undefined;
}

/** The id of a person, as a link to their account for those who may open it. */
export function AccountLink(owner: Owner) {
  const path = useAccountPath()(owner);
  return path ? <Link to={path}>{owner.id}</Link> : owner.id;
}
