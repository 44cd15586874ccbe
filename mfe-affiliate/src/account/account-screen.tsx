import { QueryView, Screen, useAffiliateId } from '@partnerdesk/web';
import { useState } from 'react';
import {
  useGetPaymentInformationQuery,
  useGetPersonalInformationQuery,
  useGetTaxInformationQuery,
} from './account.api';
import { AccountForm } from './account-form';
import { BalancePanel, MailsPanel, OwnDataPanel, TaxDocuments, TermsPanel } from './account-panels';
import type { Account } from './account-values';
import { PasswordForm } from './password-form';

/** What somebody is about to change has to be as the server has it now. */
const FRESH = { refetchOnMountOrArgChange: true };

/** The three records of an account as one thing that loads, fails or is there. */
function useAccount() {
  const affiliateID = useAffiliateId();
  const [openedAt] = useState(() => Date.now());
  const personal = useGetPersonalInformationQuery(affiliateID, FRESH);
  const payment = useGetPaymentInformationQuery(affiliateID, FRESH);
  const tax = useGetTaxInformationQuery(affiliateID, FRESH);
  const all = [personal, payment, tax];
  // A form of what an earlier visit read is replaced once it is read again, with all that was typed by then.
  const isOld = all.some(({ fulfilledTimeStamp = 0 }) => fulfilledTimeStamp < openedAt);
  const data: Account | undefined =
    personal.data && payment.data && tax.data && !isOld
      ? { personal: personal.data, payment: payment.data, tax: tax.data }
      : undefined;
  const isError = !data && all.some((query) => query.isError);
  return {
    data,
    version: all.map((query) => query.fulfilledTimeStamp).join(),
    // A form that is being filled in must not vanish because a later refresh fails.
    isError,
    isFetching: all.some((query) => query.isFetching) || (isOld && !isError),
    refetch: () => {
      for (const query of all) if (query.isError) query.refetch();
    },
  };
}

/** 'Payment Info': personal, payment and tax information, the password, and the data as a file. */
export function AccountScreen() {
  const query = useAccount();
  return (
    <Screen title="Payment Info" heading="Account">
      <BalancePanel />
      <TermsPanel />
      <QueryView query={query} failure="Your account could not be loaded.">
        {(account) => <AccountForm key={query.version} account={account} />}
      </QueryView>
      <TaxDocuments />
      <MailsPanel />
      <PasswordForm />
      <OwnDataPanel />
    </Screen>
  );
}
