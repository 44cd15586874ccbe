import type { UpdateAffiliateAccountRequest } from '@partnerdesk/contracts';
import type { Policy } from '../../middleware/policy';

/** Every part is the affiliate's own. */
export const mayUpdateAccount: Policy<UpdateAffiliateAccountRequest> = ({ kind, affID }, body) =>
  kind === 'affiliate' &&
  [body.PersonalInformation, body.PaymentInformation, body.TaxInformation].every(
    (part) => part === null || part.affID === affID,
  );
