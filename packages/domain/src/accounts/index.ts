/**
 * Affiliates, members of staff, members and administrators as records: who they are, how they are paid, on what terms,
 * what of that is edited, searched and noticed.
 */
export * from './account.models';
export * from './account-keys';
export * from './account-kinds';
export * from './administrators';
export * from './affiliate-account';
export * from './derived-figures';
export * from './edit-account';
export { emailTaken, isConfirmed, takeEmail, waitingEmail } from './emails';
export * from './hidden-numbers';
export * from './kept-identities';
export * from './notice-settings';
export * from './noticed-changes';
export * from './password';
export * from './payment-changes';
export { completenessOf, NO_PAYMENT_DETAILS, type PaymentFields } from './payment-fields';
export * from './performance';
export * from './principal';
export * from './review-fields';
export * from './schema-plugins';
export * from './seals';
export * from './search-accounts';
export * from './search-key';
export * from './terms';
