import type { UpdateAffiliateAccountRequest } from '@partnerdesk/contracts';
import { type AccountInput, readAffiliateAccount, saveAffiliateAccount } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { isAffiliate, permit, permitFor } from '../../middleware/policy';
import { validBody } from '../../middleware/validate';
import { affiliateOwn } from '../affiliate-own';
import type { AddRoutes } from '../route-deps';
import { mayUpdateAccount } from './affiliate-account.policy';
import { presentPayment, presentPersonal, presentTax } from './affiliate-account.presenter';
import { updateAccountBody } from './affiliate-account.schema';

export const addAffiliateAccountRoutes: AddRoutes = (router, { session }) => {
  const own = (present: typeof presentPersonal | typeof presentPayment | typeof presentTax) =>
    affiliateOwn(session, async (affID) => present(await readAffiliateAccount(affID)));
  router.get('/get-affiliate-account', ...own(presentPersonal));
  router.get('/get-affiliate-payment-info', ...own(presentPayment));
  router.get('/get-affiliate-tax-info', ...own(presentTax));

  router.post(
    '/update-affiliate-account',
    session,
    permit(isAffiliate),
    validBody(updateAccountBody),
    permitFor('body', mayUpdateAccount),
    async (ctx) => {
      const input = toInput(ctx.state.body as UpdateAffiliateAccountRequest);
      await saveAffiliateAccount(principalOf(ctx).affID, input, auditedBy(ctx));
      ctx.type = 'json';
      ctx.body = 'true';
    },
  );
};

/** The wire's names into the domain's; nothing else passes. */
function toInput(body: UpdateAffiliateAccountRequest): AccountInput {
  const { PersonalInformation: personal, PaymentInformation: payment, TaxInformation: tax } = body;
  const { emailAddress, firstName, lastName, address1, address2, postalCode, countryID, skypeUserName } =
    personal;
  return {
    personal: { emailAddress, firstName, lastName, address1, address2, postalCode, countryID, skypeUserName },
    payment: payment && {
      paymentType: payment.paymentType,
      payPalUserName: payment.paypalID,
      achName: payment.achAccountName,
      achAccountType: payment.achAccountType,
      achRoutingNumber: payment.achRoutingNumber,
      achAccountNumber: payment.achAccountNumber,
    },
    tax: tax && { taxIDType: tax.taxIDType, taxID: tax.taxID, companyName: tax.companyName },
  };
}
