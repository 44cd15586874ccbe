import { IMAGE_TYPE, MESSAGE, PROFILE_STATUS, type ProfileForReview } from '@partnerdesk/contracts';
import { useState } from 'react';
import { useGetProfilesQuery, useUpdateProfileStatusMutation, type Why } from '../moderation.api';
import { AccountLink } from '../review/account-link';
import { OwnerPhoto } from '../review/owner-photo';
import { ReviewScreen } from '../review/review-screen';

const photoOf = ({ photo }: ProfileForReview) => ({ type: IMAGE_TYPE.profilePic, photo });

/** Profile review (docs/PRODUCT.md §2). */
export function ProfilesScreen() {
  const query = useGetProfilesQuery();
  const [update] = useUpdateProfileStatusMutation();
  /** What was said last, of one profile as it was then: any other one, however it comes to be open, is as good as it was. */
  const [said, setSaid] = useState<Pick<ProfileForReview, 'profileID' | 'review' | 'isGood'>>();
  const isGood = (profile: ProfileForReview) => {
    const isSaid = said?.profileID === profile.profileID && said.review === profile.review;
    return isSaid ? said.isGood : profile.isGood;
  };
  const toggle = (profile: ProfileForReview) => {
    const { profileID, review } = profile;
    setSaid({ profileID, review, isGood: !isGood(profile) });
  };
  const decide = (profile: ProfileForReview, status: number, why: Why = {}) => {
    const { profileID, review } = profile;
    return update({ profileID, review, status, isGood: isGood(profile), ...why });
  };
  return (
    <ReviewScreen
      title="Manage Profiles"
      kind="profile"
      empty={MESSAGE.noProfiles}
      failure="The profiles could not be loaded."
      query={query}
      path="/approve-profiles"
      idOf={({ profileID }) => profileID}
      nameOf={({ profileName }) => profileName}
      photoOf={photoOf}
      ownersOf={({ staffID: id }) => [{ kind: 'staff', id }]}
      approve={(profile) => decide(profile, PROFILE_STATUS.approved)}
      reject={(profile, why) => decide(profile, PROFILE_STATUS.rejected, why)}
      extraKeys={(profile) => [
        { keys: ['d'], label: 'Mark as Good, or not', run: () => profile && toggle(profile) },
      ]}
    >
      {(profile, show) => (
        <>
          <label className="form-check mod-check">
            <input
              type="checkbox"
              className="form-check-input"
              checked={isGood(profile)}
              onChange={() => toggle(profile)}
            />
            <span className="form-check-label">Good</span>
          </label>
          <div className="mod-dossier">
            <OwnerPhoto {...photoOf(profile)} show={show} />
            <dl className="mod-facts">
              <dt>StaffID</dt>
              <dd>
                <AccountLink kind="staff" id={profile.staffID} />
              </dd>
              <dt>ProfileID</dt>
              <dd>{profile.profileID}</dd>
              <dt>ProfileName</dt>
              <dd>{profile.profileName}</dd>
              <dt>TagLine</dt>
              <dd>{profile.tagLine}</dd>
              <dt>Description</dt>
              <dd className="mod-description">{profile.description}</dd>
            </dl>
          </div>
        </>
      )}
    </ReviewScreen>
  );
}
