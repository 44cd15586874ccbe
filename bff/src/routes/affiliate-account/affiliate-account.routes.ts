import {
  type AffiliateAccountInput,
  type AffiliateBalance,
  AppError,
  affiliateAccountCall,
  affiliateBalanceCall,
  affiliatePaymentInfoCall,
  affiliateTaxInfoCall,
  dollarsOf,
  type PaymentInformation,
  type PaymentType,
  type PersonalInformation,
  sendConfirmationAgainCall,
  type TaxInformation,
  updateAffiliateAccountCall,
  updateAffiliatePasswordCall,
} from '@partnerdesk/contracts';
import {
  type AccountInput,
  type AffiliateBalanceCents,
  affiliateBalance,
  changeAffiliatePassword,
  emailKeyOf,
  type MaskedAffiliate,
  mailConfirmationAgain,
  readAffiliateAccount,
  saveAffiliateAccount,
  waitingEmail,
} from '@partnerdesk/domain';
import { countryNameOf } from '../../countries';
import { allowOrThrow } from '../../middleware/policy';
import { renewSession } from '../../middleware/session';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

export const addAffiliateAccountRoutes: AddRoutes = ({ handle }, { proofs, limiter }) => {
  handle(affiliateBalanceCall, async ({ query: { affiliateID } }) =>
    presentBalance(affiliateID, await affiliateBalance(affiliateID)),
  );
  handle(affiliateAccountCall, async ({ query }) =>
    presentPersonal(await readAffiliateAccount(query.affiliateID)),
  );
  handle(affiliatePaymentInfoCall, async ({ query }) =>
    presentPayment(await readAffiliateAccount(query.affiliateID)),
  );
  handle(affiliateTaxInfoCall, async ({ query }) =>
    presentTax(await readAffiliateAccount(query.affiliateID)),
  );

  handle(updateAffiliateAccountCall, async ({ ctx, body, principal, by }) => {
    const { affID } = principal;
    const parts = [body.PaymentInformation, body.TaxInformation];
    allowOrThrow(principal, () => parts.every((part) => part === null || part.affID === affID));
    const input = toInput(body);
    const { affiliate } = await readAffiliateAccount(affID);
    const newEmail = emailKeyOf(input.personal.emailAddress);
    // The present one takes back what waits to be confirmed, which asks and mails nobody.
    const changesEmail = ![affiliate.emailKey, emailKeyOf(waitingEmail(affiliate) ?? '')].includes(newEmail);
    // The email, or where the money goes (docs/RULES.md, Who may enter "Asked again").
    if (changesEmail || (input.payment !== null && affiliate.paymentType === 0))
      await proofs.confirmedOrThrow(ctx, 'everybody');
    if (changesEmail) {
      await limiter.countOrThrow(ctx, 'emailChangePerson', String(affID));
      // By anybody: each change mails both addresses.
      for (const email of [affiliate.emailKey, newEmail])
        await limiter.countOrThrow(ctx, 'emailChangeAddress', email);
    }
    await saveAffiliateAccount(affID, input, by, principal);
    return true;
  });

  handle(sendConfirmationAgainCall, async ({ ctx, principal: { affID } }) => {
    const waiting = waitingEmail((await readAffiliateAccount(affID)).affiliate);
    if (waiting === undefined) throw nothingWaits();
    await limiter.countOrThrow(ctx, 'confirmationAgainPerson', String(affID));
    await limiter.countOrThrow(ctx, 'emailChangeAddress', emailKeyOf(waiting));
    if (!(await mailConfirmationAgain(affID, waiting))) throw nothingWaits();
    return true;
  });

  // A new password ends every session but the one that set it.
  handle(updateAffiliatePasswordCall, async ({ ctx, body, by }) => {
    // Every call that hashes is limited.
    await limiter.countOrThrow(ctx, 'passwordAccount', String(body.AffID));
    await renewSession(ctx, await changeAffiliatePassword(body.AffID, body.NewPassword, by));
    return true;
  });
};

const nothingWaits = () =>
  new AppError('conflict', 'No email waits to be confirmed any more: please load this page again');

/** The wire's names into the domain's; nothing else passes. */
function toInput(body: AffiliateAccountInput): AccountInput {
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

/** GET /get-affiliate-account. The email is the one that was entered last, as the other fields are. */
function presentPersonal({ affiliate }: MaskedAffiliate): PersonalInformation {
  const waiting = waitingEmail(affiliate);
  return {
    ...pick(
      affiliate,
      'affID',
      'emailAddress',
      'status',
      'firstName',
      'lastName',
      'address1',
      'address2',
      'city',
      'state',
      'postalCode',
      'countryID',
      'skypeUserName',
    ),
    countryName: countryNameOf(affiliate.countryID),
    ...(waiting !== undefined && { emailAddress: waiting, signInEmailAddress: affiliate.emailAddress }),
  };
}

function presentPayment({ affiliate, achAccountNumber }: MaskedAffiliate): PaymentInformation {
  return {
    affID: affiliate.affID,
    paymentType: affiliate.paymentType as PaymentType,
    paypalID: affiliate.payPalUserName,
    achAccountName: affiliate.achName,
    achAccountType: affiliate.achAccountType,
    achRoutingNumber: affiliate.achRoutingNumber,
    achAccountNumber,
  };
}

function presentTax({ affiliate, taxID }: MaskedAffiliate): TaxInformation {
  const { affID, taxIDType, companyName } = affiliate;
  return { affID, taxID, taxIDType, companyName };
}

function presentBalance(affID: number, balance: AffiliateBalanceCents): AffiliateBalance {
  const { availableCents, pendingCents, minimumCents, holdDays, nextPayoutDate } = balance;
  return {
    affID,
    available: dollarsOf(availableCents),
    pending: dollarsOf(pendingCents),
    minimumPayout: dollarsOf(minimumCents),
    holdDays,
    nextPayoutDate,
  };
}
