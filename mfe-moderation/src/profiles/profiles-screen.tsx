import { IMAGE_TYPE, MESSAGE, PROFILE_STATUS, type ProfileForReview } from '@partnerdesk/contracts';
import { useState } from 'react';
import { useGetProfilesQuery, useUpdateProfileStatusMutation, type Why } from '../moderation.api';
import { OwnerPhoto } from '../review/owner-photo';
import { ReviewScreen } from '../review/review-screen';

/** Profile review (docs/PRODUCT.md §2). */
export function ProfilesScreen() {
  const query = useGetProfilesQuery();
  const [update] = useUpdateProfileStatusMutation();
  const [good, setGood] = useState(false);
  const decide = ({ profileID, review }: ProfileForReview, status: number, why: Why = {}) =>
    update({ profileID, review, status, isGood: good, ...why });
  return (
    <ReviewScreen
      title="Manage Profiles"
      kind="profile"
      empty={MESSAGE.noProfiles}
      failure="The profiles could not be loaded."
      query={query}
      idOf={(profile) => profile.profileID}
      onOpen={(profile) => setGood(profile.isGood)}
      approve={(profile) => decide(profile, PROFILE_STATUS.approved)}
      reject={(profile, why) => decide(profile, PROFILE_STATUS.rejected, why)}
      extraKeys={[{ keys: ['d'], label: 'Mark as Good, or not', run: () => setGood(!good) }]}
    >
      {(profile, show) => (
        <>
          <dl className="pd-facts">
            <dt>StaffID</dt>
            <dd>{profile.staffID}</dd>
            <dt>ProfileID</dt>
            <dd>{profile.profileID}</dd>
            <dt>Photo</dt>
            <dd>
              <OwnerPhoto type={IMAGE_TYPE.profilePic} photo={profile.photo} {...show} />
            </dd>
            <dt>ProfileName</dt>
            <dd>{profile.profileName}</dd>
            <dt>TagLine</dt>
            <dd>{profile.tagLine}</dd>
            <dt>Description</dt>
            <dd className="pd-description">{profile.description}</dd>
          </dl>
          <label className="form-check">
            <input
              type="checkbox"
              className="form-check-input"
              checked={good}
              onChange={() => setGood(!good)}
            />
            <span className="form-check-label">Good</span>
          </label>
        </>
      )}
    </ReviewScreen>
  );
}
