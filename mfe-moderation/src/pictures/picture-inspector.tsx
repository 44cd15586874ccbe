import {
  ACCOUNT_KINDS,
  type ImageForReview,
  type NearPicture,
  type OpenedItem,
  PICTURE_TYPES,
} from '@partnerdesk/contracts';
import { Link, Loading } from '@partnerdesk/web';
import type { ReactNode } from 'react';
import { type Display, displayClass } from '../display/use-display';
import { usePictureUrl } from '../picture-url';
import { AccountLink, ownerOf } from '../review/account-link';
import { History } from '../review/history';
import { StatusBadge } from '../status';
import { OwnPictures, ownerQuery } from './own-pictures';

interface PictureInspectorProps {
  picture: ImageForReview;
  opened: OpenedItem | undefined;
  isLoading: boolean;
  display: Display;
}

/** What is known of a picture: whose it is, what looks like it, the person's other pictures, its history. */
export function PictureInspector({ picture, opened, isLoading, display }: PictureInspectorProps) {
  const { type, staffID, profileID, memberID, width, height } = picture;
  const urlOf = usePictureUrl();
  const { kind, id } = ownerOf(picture);
  const owner = { [ACCOUNT_KINDS[kind].id]: id };
  return (
    <aside className="mod-inspector">
      <dl className="mod-facts">
        {staffID > 0 && (
          <Fact label="StaffID">
            <AccountLink kind="staff" id={staffID} />
          </Fact>
        )}
        {profileID > 0 && <Fact label="ProfileID">{profileID}</Fact>}
        {memberID > 0 && (
          <Fact label="MemberID">
            <AccountLink kind="member" id={memberID} />
          </Fact>
        )}
        <Fact label="Size">
          {width} × {height}
        </Fact>
        <Fact label="File">
          <a href={urlOf(picture)} target="_blank" rel="noreferrer">
            Full picture
          </a>
        </Fact>
        <Fact label="Pictures">
          <Link to={`${PICTURE_TYPES[type].path}?${ownerQuery(owner)}`}>All of this person</Link>
        </Fact>
      </dl>
      <Near pictures={opened?.near ?? (picture.near ? [picture.near] : [])} display={display} />
      <OwnPictures picture={picture} owner={owner} display={display} />
      {(opened || isLoading) && <h3>History</h3>}
      {opened ? (
        <History kind="image" status={opened.status} lines={opened.history} />
      ) : (
        isLoading && <Loading />
      )}
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Judged pictures that look like this one. */
function Near({ pictures, display }: { pictures: readonly NearPicture[]; display: Display }) {
  const urlOf = usePictureUrl();
  if (pictures.length === 0) return null;
  return (
    <div className="mod-near">
      <h3>Nearly the same, judged before</h3>
      <ul>
        {pictures.map((near) => (
          <li key={near.photoID}>
            <a href={urlOf(near)} target="_blank" rel="noreferrer">
              <img className={displayClass(display, false)} src={urlOf(near, 'thumb')} alt="" />
              <span>
                #{near.photoID} <StatusBadge kind="image" status={near.status} />
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
