/**
 * Affiliates, members of staff, members and administrators as records: who they are, how they are paid, on what terms,
 * what of that is edited, searched and noticed.
 */
export * from './account-kinds';
export * from './administrator.model';
export * from './administrators';
export * from './affiliate.model';
export * from './affiliate-account/affiliate-account';
export * from './affiliate-account/confirm-email';
export * from './derived-figures';
export * from './edit-account';
export * from './kept-identities';
export * from './masked-numbers';
export * from './member.model';
export { waitingEmail } from './new-email';
export * from './notice-settings';
export * from './noticed-changes';
export * from './password';
export * from './payment-changes/account-keys';
export * from './payment-changes/payment-changes';
export * from './payment-changes/plan-change';
export { completenessOf, NO_PAYMENT_DETAILS, type PaymentFields } from './payment-fields';
export * from './performance';
export * from './principal';
export * from './review-fields';
export * from './schema-plugins';
export * from './seals';
export * from './search-accounts';
export * from './search-key';
export * from './search-plan';
export * from './second-factor-fields';
export * from './sign-in-email';
export * from './staff.model';
export * from './stored-numbers';
export * from './terms';
