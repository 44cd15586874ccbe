/**
 * Affiliates, members of staff, members and administrators as records: who they are, how they are paid, on what terms,
 * what of that is edited, searched and noticed.
 */
export * from './access-changes';
export * from './account-kinds';
export * from './administrator.model';
export * from './administrators';
export * from './affiliate.model';
export * from './affiliate-account/affiliate-account';
export * from './affiliate-account/confirm-email';
export * from './affiliate-account/register-affiliate';
export * from './change-notices';
export * from './edit-account';
export * from './find-anyone';
export * from './kept-identities';
export * from './masked-numbers';
export * from './member.model';
export { waitingEmail } from './new-email';
export * from './notice-settings';
export {
  type ChangedAccount,
  makeNoticedChange,
  pendingNotice,
  setPassword,
  storeForgottenNotices,
  storeNotice,
} from './noticed-changes';
export * from './password';
export * from './password-rules';
export { accountKeysOf } from './payment-changes/account-keys';
export * from './payment-changes/finish-changes';
export { maskPayPalID } from './payment-changes/masked-details';
export * from './payment-changes/payment-change.model';
export { type FormerEmail, planChange } from './payment-changes/plan-change';
export * from './payment-changes/read-changes';
export * from './payment-changes/rehash-accounts';
export { sharedAccounts, sharedKeys } from './payment-changes/shared-accounts';
export { completenessOf, NO_PAYMENT_DETAILS, type PaymentFields } from './payment-fields';
export * from './performance';
export * from './principal';
export * from './review-fields';
export * from './sealed-models';
export * from './seals';
export * from './search-accounts';
export * from './search-key';
export * from './search-plan';
export * from './second-factor-fields';
export { deliverAuditOf, endingAccess, signInAccountOf } from './sign-in-accounts';
export { emailTaken, isConfirmed, takeEmail } from './sign-in-email';
export * from './staff.model';
export * from './stale-performance';
export * from './store-derived';
export * from './stored-numbers';
export * from './subject-names';
export { adminIDOf, currentTerms, groupsNamed, loadGroups, withTerms } from './terms/affiliate-terms';
export * from './terms/commission-group.model';
export {
  type GroupChanges,
  inForceOn,
  rateOf,
  type StoredChange,
  type StoredTerms,
  type TermsSource,
  termsOn,
} from './terms/terms';
