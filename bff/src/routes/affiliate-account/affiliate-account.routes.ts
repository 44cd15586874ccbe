import {
  type AccountInput,
  affiliateBalance,
  emailKeyOf,
  type MaskedAffiliate,
  readAffiliateAccount,
  saveAffiliateAccount,
  waitingEmail,
} from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { sendMails } from '../../mail/send-mail';
import type { InputOf } from '../../middleware/joi-types';
import { allowOrThrow, isAffiliate, permit } from '../../middleware/policy';
import { validBody } from '../../middleware/validate';
import { addAffiliateOwn } from '../affiliate-own';
import type { AddRoutes } from '../route-deps';
import { mayUpdateAccount } from './affiliate-account.policy';
import { presentBalance, presentPayment, presentPersonal, presentTax } from './affiliate-account.presenter';
import { updateAccountBody } from './affiliate-account.schema';

export const addAffiliateAccountRoutes: AddRoutes = (router, deps) => {
  const addPart = (path: string, present: (account: MaskedAffiliate) => unknown) =>
    addAffiliateOwn(router, deps, path, async (affID) => present(await readAffiliateAccount(affID)));
  addAffiliateOwn(router, deps, '/affiliate-balance', async (affID) =>
    presentBalance(affID, await affiliateBalance(affID)),
  );
  addPart('/get-affiliate-account', presentPersonal);
  addPart('/get-affiliate-payment-info', presentPayment);
  addPart('/get-affiliate-tax-info', presentTax);

  router.post(
    '/update-affiliate-account',
    deps.session,
    permit(isAffiliate),
    validBody(updateAccountBody),
    async (ctx) => {
      const { principal, body } = ctx.state;
      allowOrThrow(principal, mayUpdateAccount, body);
      const input = toInput(body);
      const { affiliate } = await readAffiliateAccount(principal.affID);
      const newEmail = emailKeyOf(input.personal.emailAddress);
      // The present one takes back what waits to be confirmed, which asks and mails nobody.
      const changesEmail = ![affiliate.emailKey, emailKeyOf(waitingEmail(affiliate) ?? '')].includes(
        newEmail,
      );
      // The email, or where the money goes (docs/RULES.md, Who may enter "Asked again").
      if (changesEmail || (input.payment !== null && affiliate.paymentType === 0))
        await deps.proofs.confirmedOrThrow(ctx, 'everybody');
      if (changesEmail) {
        await deps.limiter.countOrThrow(ctx, 'emailChangePerson', String(principal.affID));
        // By anybody: each change mails both addresses.
        for (const email of [affiliate.emailKey, newEmail])
          await deps.limiter.countOrThrow(ctx, 'emailChangeAddress', email);
      }
      const mailIDs = await saveAffiliateAccount(principal.affID, input, auditedBy(ctx));
      await sendMails(deps.queues.mail, mailIDs);
      ctx.type = 'json';
      ctx.body = 'true';
    },
  );
};

/** The wire's names into the domain's; nothing else passes. */
function toInput(body: InputOf<typeof updateAccountBody>): AccountInput {
  const { PersonalInformation: personal, PaymentInformation: payment, TaxInformation: tax } = body;
  const { affID: _affID, ...fields } = personal;
  return {
    personal: fields,
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
