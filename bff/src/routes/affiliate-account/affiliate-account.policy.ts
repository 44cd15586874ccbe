import type { InputOf } from '../../middleware/joi-types';
import type { Policy } from '../../middleware/policy';
import type { updateAccountBody } from './affiliate-account.schema';

/** Every part is the affiliate's own. */
export const mayUpdateAccount: Policy<InputOf<typeof updateAccountBody>> = ({ kind, affID }, body) =>
  kind === 'affiliate' &&
  [body.PersonalInformation, body.PaymentInformation, body.TaxInformation].every(
    (part) => part === null || part.affID === affID,
  );
