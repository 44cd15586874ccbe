import { IMAGE_TYPE, MESSAGE, STAFF_STATUS, type StaffForReview } from '@partnerdesk/contracts';
import { useGetApplicationsQuery, useUpdateStaffStatusMutation, type Why } from '../moderation.api';
import { AccountLink } from '../review/account-link';
import { OwnerPhoto } from '../review/owner-photo';
import { ReviewScreen } from '../review/review-screen';

const photoOf = ({ photo }: StaffForReview) => ({ type: IMAGE_TYPE.photoId, photo });

/** Staff review (docs/PRODUCT.md §2). */
export function StaffScreen() {
  const query = useGetApplicationsQuery();
  const [update] = useUpdateStaffStatusMutation();
  const decide = ({ staffID, review }: StaffForReview, status: number, why: Why = {}) =>
    update({ staffID, review, status, ...why });
  return (
    <ReviewScreen
      title="Manage Staff"
      kind="staff"
      empty={MESSAGE.noStaffToApprove}
      failure="The applications could not be loaded."
      query={query}
      path="/approve-staff"
      idOf={({ staffID }) => staffID}
      nameOf={({ firstName, lastName }) => `${firstName} ${lastName}`.trim()}
      photoOf={photoOf}
      ownersOf={() => []}
      approve={(staff) => decide(staff, STAFF_STATUS.approved)}
      reject={(staff, why) => decide(staff, STAFF_STATUS.rejected, why)}
    >
      {(staff, show) => (
        <div className="mod-dossier">
          {staff.photo && <OwnerPhoto {...photoOf(staff)} show={show} />}
          <dl className="mod-facts">
            <dt>StaffID</dt>
            <dd>
              <AccountLink kind="staff" id={staff.staffID} />
            </dd>
            <dt>First name</dt>
            <dd>{staff.firstName}</dd>
            <dt>Last name</dt>
            <dd>{staff.lastName}</dd>
            <dt>Address line 1</dt>
            <dd>{staff.address1}</dd>
            <dt>Address line 2</dt>
            <dd>{staff.address2}</dd>
          </dl>
        </div>
      )}
    </ReviewScreen>
  );
}
